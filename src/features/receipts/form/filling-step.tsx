import { useStore } from '@nanostores/react';
import { type RefCallback, useCallback, useMemo, useRef, useState } from 'react';
import type { SiteProps } from '../../../environment.ts';
import { useFocusOnMount } from '../../../ui/focus.ts';
import type { FormStore } from '../../../ui/form.ts';
import { LiveRegion } from '../../../ui/loading.tsx';
import { $session } from '../../session/session.store.ts';
import {
  acceptedFiles,
  FileAlert,
  FileButton,
  FileNote,
  FilePicker,
  FilePreview,
  FileThumbnail,
  isPdf,
} from '../file/file-picker.tsx';
import type { PreparedFile } from '../file/reading.ts';
import {
  $receiptToCorrect,
  chooseFile,
  type FillingState,
  type ReceiptFormState,
} from '../new-receipt.store.ts';
import { HeadFigure } from '../receipt-parts.tsx';
import { useCurrentRefusal, useFieldsView } from './folded-fields.tsx';
import { type ReadingHead, readingHead } from './reading-head.ts';
import { ReceiptForm } from './receipt-form.tsx';

interface FillingStepProps {
  site: SiteProps;
  form: FormStore;
  state: ReceiptFormState;
}

export function FillingStep({ site, form, state }: FillingStepProps) {
  const focusTarget = useLastingFocus();
  const isCorrection = useStore($receiptToCorrect) !== null;
  const values = useStore(form.$values);
  const { file, violation } = state;
  const isRefused = useCurrentRefusal(form) !== null;
  // The form then says what is wrong instead.
  const isHidden = useStore(form.$blockedSubmits) > 0 || isRefused;
  const isSignedIn = useStore($session).state !== 'anonymous';
  const head = readingHead(state, { values, isCorrection, isSignedIn });
  const offersOtherFile = head.kind === 'note' && head.offersOtherFile && !isHidden;
  const asksForFile = offersOtherFile || (head.kind === 'unusable' && !isHidden);
  const { view, unfold } = useFieldsView(form, state);
  const photoClasses = [
    head.kind === 'unusable' && 'photo-to-replace',
    isHidden && 'photo-beside-errors',
    view === 'duplicate' && 'photo-of-earlier',
  ];
  const shared = { isHidden, focusTarget };
  return (
    <>
      <TextChanges text={head.text} isHidden={isHidden} />
      {head.kind === 'note' && (
        <p className="message message-info" hidden={isHidden} tabIndex={-1} ref={focusTarget}>
          {head.text}
          {offersOtherFile && (
            <>
              {' '}
              <OtherFileButton className="button-small button-secondary" />
            </>
          )}
        </p>
      )}
      {file && <FileNote file={file.file} />}
      {file ? (
        <FoldedPhoto
          file={file}
          violation={violation}
          isSending={state.step === 'sending'}
          hasButton={!asksForFile}
          classes={photoClasses}
        />
      ) : (
        <FilePicker title="Envie a foto da nota" violation={violation} onFile={chooseFile} />
      )}
      <ReceiptForm site={site} form={form} state={state} view={view} onUnfold={unfold}>
        {head.kind === 'read' && <GoodReading {...head} {...shared} />}
        {head.kind === 'unusable' && <UnusableFile {...head} {...shared} />}
      </ReceiptForm>
    </>
  );
}

interface HeadProps {
  isHidden: boolean;
  focusTarget: RefCallback<HTMLParagraphElement>;
}

type GoodReadingProps = HeadProps & Extract<ReadingHead, { kind: 'read' }>;

function GoodReading({ text, doubt, pose, isHidden, focusTarget }: GoodReadingProps) {
  return (
    <p
      className={`receipt-read ${doubt ? 'receipt-doubted' : 'on-rays'}`}
      hidden={isHidden}
      tabIndex={-1}
      ref={focusTarget}
    >
      {doubt ? (
        <span>
          {doubt} <small>Se estiver certo, salve assim mesmo.</small>
        </span>
      ) : (
        text
      )}
      <HeadFigure pose={pose} />
    </p>
  );
}

type UnusableFileProps = HeadProps & Extract<ReadingHead, { kind: 'unusable' }>;

function UnusableFile({ problem, remedy, isHidden, focusTarget }: UnusableFileProps) {
  return (
    <p
      className="receipt-read receipt-doubted receipt-unusable"
      hidden={isHidden}
      tabIndex={-1}
      ref={focusTarget}
    >
      <span>
        {problem} <small>{remedy}</small> <OtherFileButton className="button-wide" />
      </span>
      <HeadFigure pose="lista" />
    </p>
  );
}

/** For screen readers: what the step opens with takes the focus, and is read out by that. */
function TextChanges({ text, isHidden }: { text: string; isHidden: boolean }) {
  const [opening] = useState(text);
  return <LiveRegion text={text === opening || isHidden ? '' : text} />;
}

/** Focuses the step's text when it appears; a text that replaces a focused one gets the focus. */
function useLastingFocus() {
  const focusTarget = useFocusOnMount<HTMLParagraphElement>();
  const hadFocus = useRef(false);
  return useCallback(
    (text: HTMLParagraphElement) => {
      focusTarget.current = text;
      if (hadFocus.current) text.focus();
      return () => {
        hadFocus.current = text === document.activeElement;
      };
    },
    [focusTarget],
  );
}

/** As in receipt-form.css: from this size on the photo is beside the form, so it starts open. */
const besideTheForm = '(min-width: 56.25em) and (min-height: 37.01em)';

function OtherFileButton({
  className,
  disabled = false,
}: {
  className: string;
  disabled?: boolean;
}) {
  return (
    <FileButton
      className={`button ${className}`}
      accept={acceptedFiles}
      disabled={disabled}
      onFile={chooseFile}
    >
      Trocar arquivo
    </FileButton>
  );
}

interface FoldedPhotoProps extends Pick<FillingState, 'violation'> {
  file: PreparedFile;
  isSending: boolean;
  hasButton: boolean;
  classes: readonly (string | false | null)[];
}

function FoldedPhoto(props: FoldedPhotoProps) {
  const { violation, isSending, hasButton, classes } = props;
  const { file: chosen, unusable, upload, fileType } = props.file;
  // As it will be sent: phones with little memory may not draw the chosen one several times.
  const file = useMemo(
    () => new File([upload], chosen.name, { type: fileType }),
    [upload, chosen, fileType],
  );
  const [hasRoom] = useState(() => window.matchMedia(besideTheForm).matches);
  return (
    <div className={['accordion receipt-photo folded-photo', ...classes].filter(Boolean).join(' ')}>
      <details open={hasRoom || violation !== null || unusable !== null}>
        <summary>
          <FileThumbnail file={file} />
          <span>
            {file.name} <small>{isPdf(file) ? 'Ver o arquivo' : 'Ver a nota inteira'}</small>
          </span>
        </summary>
        <div className="accordion-body">
          <FilePreview file={file} />
          {violation && <FileAlert violation={violation} namesKinds />}
          {hasButton && (
            <OtherFileButton className="button-secondary button-wide" disabled={isSending} />
          )}
        </div>
      </details>
    </div>
  );
}
