import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ReceiptSite } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { isFramedPath, myReceiptsPath, notLoadedPanel } from '../../paths.ts';
import { momentInSentence } from '../../rules/dates.ts';
import { seriesExhaustedMessage } from '../../rules/messages/receipt-messages.ts';
import { mayTakeFocus, useFocusOnMount } from '../../ui/focus.ts';
import { LiveRegion, Loading } from '../../ui/loading.tsx';
import { NotLoadedPanel } from '../../ui/status.tsx';
import { loadStyleSheet } from '../../ui/use-style-sheet.ts';
import { onClosed } from '../session/session.store.ts';
import { inNextTask, type LazyModule, useLazyModule } from './begin-later.ts';
import { ReceiptCamera } from './camera/receipt-camera.tsx';
import {
  acceptedFiles,
  FileAlert,
  FileButton,
  FileNote,
  type FilePickerProps,
  FilePreview,
  FileProgress,
  PhotoTips,
} from './file/file-picker.tsx';
import { acceptOffer, declineOffer, followStoredFile, outlivesPage } from './file/stored-file.ts';
import { followReceiptPage, leaveOnceClosed, onClockCheck } from './follow-receipt-page.ts';
import styleSheet from './form/receipt-form.css?url';
import {
  $newReceipt,
  cancelReading,
  chooseFile,
  choosePhoto,
  type FileOffer,
  type NewReceiptState,
  readChosenFile,
} from './new-receipt.store.ts';
import { $outbox, followOutbox } from './outbox/outbox.store.ts';
import { $seriesExhausted, loadSeries } from './receipt-details.store.ts';
import { DiscFigure } from './receipt-parts.tsx';

/** With their sheet, which the page of a frame links. */
async function loadLazySteps() {
  const styles = isFramedPath(window.location.pathname) || loadStyleSheet(styleSheet);
  const [steps] = await Promise.all([import('./lazy-steps.tsx'), styles]);
  return steps;
}

export function NewReceipt({ site }: { site: ReceiptSite }) {
  startSite(site);
  const state = useStore($newReceipt);
  const title = useFocusAtBeginning(state);
  const items = useStore($outbox);
  const lazySteps = useLazyModule(loadLazySteps, outlivesPage);
  const steps = lazySteps.state === 'loaded' ? lazySteps.module : null;
  useEffect(() => inNextTask(followPage), []);
  useEffect(() => steps?.followReceiptForm(), [steps]);
  const isLazyStep = ['filling', 'sending', 'queued', 'saved'].includes(state.step);
  const listsOutbox = items.length > 0 && state.step !== 'queued';
  return (
    <div className="page page-narrow new-receipt" data-step={shownStep(state)}>
      <nav aria-label="Notas">
        <a className="back-link" href={myReceiptsPath}>
          Minhas notas
        </a>
      </nav>
      <h1 className="page-title" tabIndex={-1} ref={title}>
        Nova nota
      </h1>
      <LiveRegion text={newReceiptText(state) ?? steps?.outboxText(items) ?? ''} />
      <SeriesNotice hasOtherEngines={site.campaign.engines.some(({ type }) => type !== 'DRAW')} />
      <Step site={site} lazySteps={lazySteps} />
      {listsOutbox && steps && <steps.UnsentReceipts site={site} />}
      {listsOutbox && !steps && !isLazyStep && <StepLoading lazySteps={lazySteps} />}
    </div>
  );
}

/** In this order: another person's receipt is abandoned before this person's file is taken. */
function followPage(): () => void {
  const stops = [
    followReceiptPage(),
    onClosed(leaveOnceClosed),
    followOutbox(),
    followStoredFile(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The step's name in the style sheets: a form looks the same while it is sent. */
function shownStep(state: NewReceiptState): string {
  if (state.step === 'sending') return 'filling';
  return state.step === 'filling' && !state.file ? 'filling-without-photo' : state.step;
}

/** The title takes the focus that goes with the step before an empty beginning. */
function useFocusAtBeginning(state: NewReceiptState) {
  const title = useRef<HTMLHeadingElement>(null);
  const isBeginning = state.step === 'choosing';
  const wasBeginning = useRef(isBeginning);
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body && mayTakeFocus();
    if (isBeginning && !wasBeginning.current && isFocusLost) title.current?.focus();
    wasBeginning.current = isBeginning;
  }, [isBeginning]);
  return title;
}

interface StepProps {
  site: ReceiptSite;
  lazySteps: LazyModule<Awaited<ReturnType<typeof loadLazySteps>>>;
}

function Step({ site, lazySteps }: StepProps) {
  const state = useStore($newReceipt);
  const engines = useEarningEngines(site);
  switch (state.step) {
    case 'choosing':
      return (
        <>
          <ReceiptCamera
            title="Envie a foto da nota"
            violation={state.violation}
            onFile={chooseFile}
            onPhoto={choosePhoto}
            onClockCheck={onClockCheck}
          />
          <PhotoTips className="step-tips" engines={engines} />
        </>
      );
    case 'chosen':
      return (
        <ChosenStep file={state.file} violation={state.violation}>
          <PhotoTips className="step-tips" engines={engines} />
        </ChosenStep>
      );
    case 'offered':
      return <OfferedStep offer={state.offer} />;
    case 'reading':
      return <ReadingStep file={state.file} by={state.by} />;
    default:
      return lazySteps.state === 'loaded' ? (
        <lazySteps.module.LazyStep site={site} state={state} />
      ) : (
        <StepLoading lazySteps={lazySteps} />
      );
  }
}

/** Without a draw that has no number left to give. */
function useEarningEngines({ campaign }: ReceiptSite) {
  const isExhausted = useStore($seriesExhausted);
  return isExhausted ? campaign.engines.filter(({ type }) => type !== 'DRAW') : campaign.engines;
}

/** A receipt waits in the page, as in its storage, until the script of the next step has come. */
function StepLoading({ lazySteps }: Pick<StepProps, 'lazySteps'>) {
  if (lazySteps.state !== 'failed') return <Loading />;
  return (
    <NotLoadedPanel
      {...notLoadedPanel()}
      lines={[...lazySteps.lines, 'Sua nota continua aqui.']}
      onRetry={lazySteps.retry}
    />
  );
}

interface ChosenStepProps extends Pick<FilePickerProps, 'violation'> {
  file: File;
  children: ReactNode;
}

function ChosenStep({ file, violation, children }: ChosenStepProps) {
  const focusTarget = useFocusOnMount<HTMLElement>();
  return (
    <section
      className="panel chosen-file"
      aria-label="Nota escolhida"
      tabIndex={-1}
      ref={focusTarget}
    >
      <FileNote file={file} />
      {violation && (
        <FileAlert violation={violation} namesKinds>
          {violation !== 'FILE_ENDED_PAGE' && (
            <>
              <br />O arquivo anterior continua aqui.
            </>
          )}
        </FileAlert>
      )}
      <FilePreview file={file} question={`A nota inteira e o QR\u00a0Code aparecem bem?`} />
      <div className="button-row">
        <button type="button" className="button" onClick={readChosenFile}>
          <span>ler cupom</span>
        </button>
        <FileButton className="button button-secondary" accept={acceptedFiles} onFile={chooseFile}>
          Trocar arquivo
        </FileButton>
      </div>
      {children}
    </section>
  );
}

function OfferedStep({ offer }: { offer: FileOffer }) {
  const focusTarget = useFocusOnMount<HTMLElement>();
  const isShared = offer.kind === 'shared-file';
  return (
    <section
      className="panel receipt-reading receipt-offered"
      aria-labelledby="nota-de-quem"
      tabIndex={-1}
      ref={focusTarget}
    >
      {isShared ? <FilePreview file={offer.file} /> : <DiscFigure pose="fotografa" />}
      <div className="form">
        <h2 id="nota-de-quem">{isShared ? 'Trocar o arquivo da nota?' : 'Esta foto é sua?'}</h2>
        {isShared ? (
          <p>
            Este arquivo veio de outro app ou site. Se foi você quem compartilhou, use o arquivo
            novo: a nota que você já tinha começado será descartada.
          </p>
        ) : (
          <p>
            Tirada neste aparelho em{' '}
            <b>{momentInSentence(new Date(offer.photo.keptAt).toISOString())}</b>, antes de alguém
            entrar na conta. “Não é minha” apaga a foto deste aparelho.
          </p>
        )}
        {/* Any site can share a file: the main answer is the one that discards nothing. */}
        <div className="button-row">
          <button type="button" className="button" onClick={isShared ? declineOffer : acceptOffer}>
            {isShared ? 'Continuar a minha nota' : 'Sim, enviar esta nota'}
          </button>
          <button
            type="button"
            className="button button-secondary"
            onClick={isShared ? acceptOffer : declineOffer}
          >
            {isShared ? 'Usar o arquivo novo' : 'Não é minha'}
          </button>
        </div>
      </div>
    </section>
  );
}

function ReadingStep({ file, by }: { file: File; by: 'device' | 'server' }) {
  const focusTarget = useFocusOnMount<HTMLButtonElement>();
  return (
    <section className="panel receipt-reading" aria-label="Leitura da nota">
      <DiscFigure pose="le" />
      <FileProgress file={file} label={readingText(by)} />
      <button
        type="button"
        className="button button-secondary"
        ref={focusTarget}
        onClick={cancelReading}
      >
        Cancelar
      </button>
    </section>
  );
}

function SeriesNotice({ hasOtherEngines }: { hasOtherEngines: boolean }) {
  useEffect(() => inNextTask(() => void loadSeries()), []);
  if (!useStore($seriesExhausted)) return null;
  return (
    <p className="message message-info" role="status">
      {seriesExhaustedMessage}
      {hasOtherEngines && ' Sua nota ainda vale para as outras modalidades da promoção.'}
    </p>
  );
}

/** For screen readers, at each step; errors are announced by their own elements. */
function newReceiptText(state: NewReceiptState): string | null {
  switch (state.step) {
    case 'chosen':
      return `Arquivo ${state.file.name} escolhido`;
    case 'reading':
      return readingText(state.by);
    // The form has a live region of its own.
    case 'filling':
    case 'sending':
      return '';
    // What shows then takes the focus, and is read out by that.
    case 'choosing':
    case 'offered':
    case 'queued':
    case 'saved':
      return null;
    default:
      return state satisfies never;
  }
}

function readingText(by: 'device' | 'server'): string {
  return by === 'device' ? 'Procurando o QR Code da nota…' : 'Lendo a nota…';
}
