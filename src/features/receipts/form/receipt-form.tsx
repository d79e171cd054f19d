import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { SiteProps } from '../../../environment.ts';
import { contactDialog, overThisPage, receiptPath, signInDialog } from '../../../paths.ts';
import { luckyNumberName } from '../../../rules/rewards/lucky-number-format.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import type { FormStore } from '../../../ui/form.ts';
import { ErrorSummary, Form, FormAlert } from '../../../ui/form-parts.tsx';
import { AdditionalFields } from '../../../ui/inputs.tsx';
import { LiveRegion } from '../../../ui/loading.tsx';
import { $session } from '../../session/session.store.ts';
import { FileProgress } from '../file/file-picker.tsx';
import { type ReadableField, type ReadFields, readableFields } from '../file/reading.ts';
import {
  abandonReceipt,
  abortAndQueue,
  type ReceiptFormState,
  type SendingState,
} from '../new-receipt.store.ts';
import { repeatedText } from '../outbox/outbox-texts.ts';
import { $seriesExhausted } from '../receipt-details.store.ts';
import { EarlierReceipt, HeadFigure } from '../receipt-parts.tsx';
import {
  doubtHint,
  FoldedFields,
  PrintedFields,
  readingNoteId,
  useCurrentRefusal,
} from './folded-fields.tsx';
import { type FieldsView, type RefusedReceipt, sendLaterAfterMs } from './receipt-form.store.ts';
import {
  acceleratorField,
  addedReceiptFields,
  fieldDoubt,
  possibleNumberCounts,
} from './receipt-values.ts';

interface ReceiptFormProps {
  site: SiteProps;
  form: FormStore;
  state: ReceiptFormState;
  view: FieldsView;
  onUnfold: () => void;
  children?: ReactNode;
}

export function ReceiptForm(props: ReceiptFormProps) {
  const { site, form, state, view, onUnfold, children } = props;
  const values = useStore(form.$values);
  const { readFields } = state;
  const readNoteOf = (name: ReadableField) =>
    readFields[name] && values[name] === readFields[name] ? 'lido da nota' : undefined;
  const doubtOf = (name: ReadableField) => fieldDoubt(name, values, state.officeValues);
  const isAnswerRead = useReadAnswer(form, readFields);
  return (
    <Form form={form} className={formClass(state, view)} onKeyDown={moveOnEnter}>
      {children}
      <ReceiptErrors form={form} />
      <LiveRegion text={readableFields.map(doubtOf).filter(Boolean).join('. ')} />
      <FoldedFields
        site={site}
        form={form}
        view={view}
        isAnswerRead={isAnswerRead}
        onUnfold={onUnfold}
      >
        <PrintedFields form={form} doubtOf={doubtOf} readNoteOf={readNoteOf} />
      </FoldedFields>
      {view !== 'duplicate' && view !== 'unusable' && (
        <>
          {site.hotsite.accelerator && (
            <div hidden={isAnswerRead && view !== 'open'}>
              <ChoiceField
                form={form}
                name={acceleratorField}
                label={site.hotsite.accelerator.question}
                hint={doubtHint(doubtOf(acceleratorField)) ?? readNoteOf(acceleratorField)}
                options={[
                  { value: 'yes', label: 'Sim' },
                  { value: 'no', label: 'Não' },
                ]}
              />
            </div>
          )}
          <AdditionalFields form={form} fields={addedReceiptFields(site.campaign)} />
          <SaveSection site={site} form={form} state={state} isReading={view === 'reading'} />
        </>
      )}
      <FormAlert form={form} />
    </Form>
  );
}

function formClass({ step }: ReceiptFormState, view: FieldsView): string {
  const look = 'form form-panel receipt-form';
  if (step === 'sending') return `${look} receipt-form-sending`;
  if (view === 'duplicate') return `${look} receipt-form-repeated`;
  return view === 'unusable' ? `${look} receipt-form-unusable` : look;
}

/** Enter leads to the next field; after the last one a phone's keyboard goes. */
function moveOnEnter(event: KeyboardEvent): void {
  const { key, target } = event;
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (key !== 'Enter' || !isField) return;
  event.preventDefault();
  const typed = 'textarea, input:is([type=text], [type=email], [type=tel])';
  const fields = [...(target.form?.querySelectorAll<typeof target>(typed) ?? [])];
  const position = fields.indexOf(target);
  if (position === -1) return;
  const next = fields[position + 1];
  if (next) next.focus();
  else if (window.matchMedia('(pointer: coarse)').matches) target.blur();
}

/** @returns whether the question's answer was read. One that the user gave always shows. */
function useReadAnswer(form: FormStore, { accelerator }: ReadFields): boolean {
  const answer = useStore(form.$values)[acceleratorField];
  const [isOwn, setOwn] = useState(false);
  if (!isOwn && answer && answer !== accelerator) setOwn(true);
  return accelerator !== undefined && !isOwn;
}

function ReceiptErrors({ form }: { form: FormStore }) {
  const refusal = useCurrentRefusal(form);
  const visibleErrors = useStore(form.$visibleErrors);
  const refusedNames = refusal?.fields.map(({ field }) => field) ?? [];
  const otherFields = Object.entries(form.labels).filter(([name]) => !refusedNames.includes(name));
  const hasOtherErrors = otherFields.some(([name]) => visibleErrors[name]);
  const blockedSubmits = useStore(form.$blockedSubmits);
  if (!refusal && blockedSubmits === 0) return null;
  return (
    <div className={`receipt-wrong ${refusal?.isDuplicate ? 'receipt-duplicate' : ''}`.trim()}>
      <div>
        {refusal && <Refusal form={form} refusal={refusal} />}
        {/* A summary of the other fields only: refused ones have their own sentences. */}
        {(hasOtherErrors || !refusal) && (
          <ErrorSummary form={{ ...form, labels: Object.fromEntries(otherFields) }} />
        )}
      </div>
      <HeadFigure pose={refusal?.isDuplicate ? 'repete' : 'lista'} />
    </div>
  );
}

function Refusal({ form, refusal }: { form: FormStore; refusal: RefusedReceipt }) {
  const box = useRef<HTMLDivElement>(null);
  const blockedSubmits = useStore(form.$blockedSubmits);
  useEffect(() => {
    if (blockedSubmits > 0) box.current?.focus();
  }, [blockedSubmits]);
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={box}>
      {refusal.fields.map(({ field, lead, message }) => (
        <p key={field}>
          <b>
            {/* The sentence of a duplicate names the receipt, and reads wrong after a field's name. */}
            <small className={refusal.isDuplicate ? 'visually-hidden' : undefined}>{lead}</small>{' '}
            {message}
          </b>
        </p>
      ))}
      {refusal.duplicateOf && <EarlierReceipt {...refusal.duplicateOf} />}
      {refusal.isDuplicate && !refusal.duplicateOf && <p>{repeatedText}</p>}
      {refusal.isDuplicate && (
        <div className="button-row repeated-actions">
          {refusal.duplicateOf && (
            <a className="button" href={receiptPath(refusal.duplicateOf.position)}>
              Ver a Nota {refusal.duplicateOf.position}
            </a>
          )}
          <button
            type="button"
            className={refusal.duplicateOf ? 'button button-secondary' : 'button'}
            onClick={abandonReceipt}
          >
            Enviar outra nota
          </button>
        </div>
      )}
      {refusal.isDuplicate && !refusal.duplicateOf && (
        <p>
          A nota é sua? <a href={overThisPage(contactDialog)}>Fale conosco</a>
        </p>
      )}
    </div>
  );
}

interface SaveSectionProps extends Pick<ReceiptFormProps, 'site' | 'form' | 'state'> {
  isReading: boolean;
}

function SaveSection({ site, form, state, isReading }: SaveSectionProps) {
  const { file } = state;
  const isSending = state.step === 'sending';
  const isSignedIn = useStore($session).state !== 'anonymous';
  const isDuplicate = useCurrentRefusal(form)?.isDuplicate;
  const isMain = isSignedIn && !isDuplicate && !file?.unusable;
  const canSave = file !== null && isSignedIn && !isReading;
  return (
    <>
      <SaveNotes site={site} form={form} hasFile={file !== null} isSignedIn={isSignedIn} />
      {isSending && (
        <>
          <FileProgress file={state.file.file} label="Enviando a nota…" />
          <StopSending isStoredOnDevice={state.isStoredOnDevice} />
        </>
      )}
      <div className="save-actions">
        {/* Clears file and fields, so it must not stand out. */}
        <button
          type="button"
          className="button-link save-clear"
          aria-disabled={isSending}
          onClick={() => !isSending && abandonReceipt()}
        >
          limpar
        </button>
        <button
          type={canSave ? 'submit' : 'button'}
          className={isMain ? 'button save-button' : 'button save-button button-secondary'}
          aria-disabled={!canSave || isSending}
          aria-busy={isSending}
          aria-describedby={isReading ? `${saveNotesId} ${readingNoteId}` : saveNotesId}
        >
          <span>salvar</span>
        </button>
      </div>
    </>
  );
}

const saveNotesId = 'nota-falta';

interface SaveNotesProps extends Pick<ReceiptFormProps, 'site' | 'form'> {
  hasFile: boolean;
  isSignedIn: boolean;
}

function SaveNotes({ site, form, hasFile, isSignedIn }: SaveNotesProps) {
  const values = useStore(form.$values);
  const errors = useStore(form.$visibleErrors);
  // A receipt that would be refused earns nothing, so it gets no ticket.
  const isWrong = readableFields.some((name) => values[name] && errors[name]);
  const isExhausted = useStore($seriesExhausted);
  const counts = isWrong || isExhausted ? [] : possibleNumberCounts(values, site);
  return (
    <div className="form" id={saveNotesId} role="status">
      {counts.length > 0 && (
        <p className="ticket ticket-count">
          <b key={counts.join()}>{counts.join(' ou ')}</b>
          <span>{luckyNumberName(counts.at(-1) ?? 0)} se a nota for aceita</span>
        </p>
      )}
      {!hasFile && <p className="message message-info">Escolha o arquivo da nota para salvar</p>}
      {!isSignedIn && (
        <>
          <p className="message message-info">
            Entre na sua conta para salvar. O que está aqui fica guardado.
          </p>
          <a className="button button-wide" href={overThisPage(signInDialog)}>
            Entrar
          </a>
        </>
      )}
    </div>
  );
}

function StopSending({ isStoredOnDevice }: Pick<SendingState, 'isStoredOnDevice'>) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), sendLaterAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const wayOut = isStoredOnDevice ? 'guardar e enviar depois' : 'cancelar o envio';
  return (
    <>
      <p className={isLate ? undefined : 'visually-hidden'} aria-live="polite">
        {isLate && `Está demorando. Você pode ${wayOut}.`}
      </p>
      {isLate && (
        <button
          type="button"
          className="button button-secondary button-wide"
          onClick={abortAndQueue}
        >
          {isStoredOnDevice ? 'Guardar e enviar depois' : 'Cancelar'}
        </button>
      )}
    </>
  );
}
