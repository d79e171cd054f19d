import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SiteProps } from '../../../environment.ts';
import { receiptPath } from '../../../paths.ts';
import { AmountField } from '../../../ui/amount-field.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import type { FormStore } from '../../../ui/form.ts';
import { ErrorSummary, Form, FormAlert } from '../../../ui/form-parts.tsx';
import { LiveRegion } from '../../../ui/loading.tsx';
import { cnpjMask, dateMask } from '../../../ui/masks.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { $session } from '../../session/session.store.ts';
import { HeadFigure } from '../drawings.tsx';
import { FileProgress } from '../file/file-picker.tsx';
import type { SentFile } from '../file/reading.ts';
import { abortAndQueue, type FillingState } from '../new-receipt.store.ts';
import {
  FoldedFields,
  readingNoteId,
  startAgain,
  useCorrectedReceipt,
  useFold,
  useReadAnswer,
  useReadFields,
} from './folded-fields.tsx';
import { $refusal, type RefusedReceipt, standingRefusal } from './receipt-form.store.ts';
import {
  acceleratorField,
  expectedNumbers,
  identifierMask,
  officeDifference,
  type ReadableField,
  readableFields,
  receiptDoubts,
  receiptFields,
} from './receipt-values.ts';

interface ReceiptFormProps {
  site: SiteProps;
  form: FormStore;
  filling: FillingState;
  isSending: boolean;
  children?: ReactNode;
}

export function ReceiptForm({ site, form, filling, isSending, children }: ReceiptFormProps) {
  const markOf = useReadFields(form, filling.read);
  useCorrectedReceipt(form);
  const values = useStore(form.$values);
  const { fold, unfold } = useFold(form, filling);
  const doubtOf = (name: ReadableField) =>
    officeDifference(name, values, filling.confirmedFields ?? {});
  const isAnswered = useReadAnswer(form, filling.read);
  return (
    <Form form={form} className="form form-panel" submitOnEnter={false}>
      {children}
      <ReceiptErrors form={form} />
      <LiveRegion text={readableFields.map(doubtOf).filter(Boolean).join('. ')} />
      <FoldedFields site={site} form={form} fold={fold} isAnswered={isAnswered} onUnfold={unfold}>
        <PrintedFields form={form} doubtOf={doubtOf} markOf={markOf} />
      </FoldedFields>
      {fold !== 'duplicate' && (
        <>
          {site.hotsite.accelerator && (
            <div hidden={isAnswered && fold !== 'open'}>
              <ChoiceField
                form={form}
                name={acceleratorField}
                label={site.hotsite.accelerator.question}
                hint={doubtOf(acceleratorField) ?? markOf(acceleratorField).mark}
                options={[
                  { value: 'yes', label: 'Sim' },
                  { value: 'no', label: 'Não' },
                ]}
              />
            </div>
          )}
          <CampaignFields site={site} form={form} />
          <SaveSection
            site={site}
            form={form}
            file={filling.file}
            isReading={fold === 'reading'}
            isSending={isSending}
          />
        </>
      )}
      <FormAlert form={form} />
    </Form>
  );
}

interface PrintedFieldsProps {
  form: FormStore;
  doubtOf: (name: ReadableField) => string | null;
  markOf: (name: ReadableField) => { mark?: string };
}

function PrintedFields({ form, doubtOf, markOf }: PrintedFieldsProps) {
  const isDuplicate = useStandingRefusal(form)?.isDuplicate;
  return (
    <>
      {/* Over two lines a phone shows the whole key. */}
      <TextAreaField
        form={form}
        name="identifier"
        hint={doubtOf('identifier') ?? 'O número da nota ou a chave de acesso, de 44 números'}
        {...markOf('identifier')}
        {...(isDuplicate && { errorId: refusalId })}
        mask={identifierMask}
        autoComplete="off"
        rows={1}
      />
      <TextField
        form={form}
        name="purchaseDate"
        hint={doubtOf('purchaseDate') ?? 'dd/mm/aaaa'}
        {...markOf('purchaseDate')}
        mask={dateMask}
        autoComplete="off"
      />
      <TextField
        form={form}
        name="cnpj"
        hint={doubtOf('cnpj') ?? 'O da loja, no topo da nota'}
        {...markOf('cnpj')}
        mask={cnpjMask}
        autoComplete="off"
      />
      <AmountField
        form={form}
        name="totalAmount"
        hint={doubtOf('totalAmount') ?? 'Em reais'}
        {...markOf('totalAmount')}
      />
    </>
  );
}

function CampaignFields({ site, form }: Pick<ReceiptFormProps, 'site' | 'form'>) {
  return receiptFields(site.campaign).map(({ key, options, required }) =>
    options.length > 0 ? (
      <SelectField
        key={key}
        form={form}
        name={key}
        optional={!required}
        options={options.map((value) => ({ value, label: value }))}
      />
    ) : (
      <TextField key={key} form={form} name={key} optional={!required} />
    ),
  );
}

const refusalId = 'nota-recusa';

function useStandingRefusal(form: FormStore): RefusedReceipt | null {
  return standingRefusal(useStore($refusal), useStore(form.$values));
}

function ReceiptErrors({ form }: { form: FormStore }) {
  const refusal = useStandingRefusal(form);
  const visibleErrors = useStore(form.$visibleErrors);
  const refusedNames = refusal?.fields.map(({ field }) => field) ?? [];
  const labels = Object.fromEntries(
    Object.entries(form.labels).filter(([name]) => !refusedNames.includes(name)),
  );
  const hasOtherErrors = Object.keys(labels).some((name) => visibleErrors[name]);
  const failedSubmits = useStore(form.$failedSubmits);
  if (!refusal && failedSubmits === 0) return null;
  return (
    <div className="receipt-wrong">
      <div>
        {refusal && <Refusal form={form} refusal={refusal} />}
        {(hasOtherErrors || !refusal) && <ErrorSummary form={{ ...form, labels }} />}
      </div>
      <HeadFigure pose="duvida" />
    </div>
  );
}

/** Gets the focus at each submit that it blocks, as the summary of errors does. */
function Refusal({ form, refusal }: { form: FormStore; refusal: RefusedReceipt }) {
  const box = useRef<HTMLDivElement>(null);
  const failedSubmits = useStore(form.$failedSubmits);
  useEffect(() => {
    if (failedSubmits > 0) box.current?.focus();
  }, [failedSubmits]);
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={box} id={refusalId}>
      {refusal.fields.map(({ field, lead, message }) => (
        <p key={field}>
          <b>
            <small>{lead}</small> {message}
          </b>
        </p>
      ))}
      {refusal.isDuplicate && (
        <div className="button-row">
          {refusal.duplicateOf && (
            <a className="button" href={receiptPath(refusal.duplicateOf.position)}>
              Ver a Nota {refusal.duplicateOf.position}
            </a>
          )}
          <button type="button" className="button button-secondary" onClick={startAgain}>
            Enviar outra nota
          </button>
        </div>
      )}
    </div>
  );
}

const sendLaterAfterMs = 8_000;

interface SaveSectionProps extends Omit<ReceiptFormProps, 'filling' | 'children'> {
  file: SentFile | null;
  isReading: boolean;
}

function SaveSection({ site, form, file, isReading, isSending }: SaveSectionProps) {
  const signedIn = useStore($session).state !== 'anonymous';
  const values = useStore(form.$values);
  const counts = expectedNumbers(values, site);
  const canSave = file !== null && signedIn && !isReading;
  // Nothing can come of what is typed: no ticket, and a quiet button where saving was refused.
  const errors = useStore(form.$visibleErrors);
  const isWrong = readableFields.some((name) => values[name] && errors[name]);
  const isDuplicate = useStandingRefusal(form)?.isDuplicate;
  return (
    <>
      <div className="form" id="nota-falta" role="status">
        {counts.length > 0 && !isWrong && (
          <p className="ticket receipt-gain">
            <b>{counts.join(' ou ')}</b>
            <span>
              {counts.at(-1) === 1 ? 'número da sorte' : 'números da sorte'} se a nota for aceita
            </span>
          </p>
        )}
        {/* The key says another month or another shop; the user decides which is right. */}
        {receiptDoubts(values).map((doubt) => (
          <p key={doubt} className="message message-info">
            {doubt}
          </p>
        ))}
        {!file && <p className="message message-info">Escolha o arquivo da nota para salvar</p>}
        {!signedIn && (
          <p className="message message-info">
            Entre na sua conta para salvar: <a href="#entrar">Entrar</a>
          </p>
        )}
      </div>
      {isSending && file && (
        <>
          <FileProgress file={file.file} label="Enviando a nota…" />
          <SendLater />
        </>
      )}
      <div className="save-row">
        {/* Clears file and fields, so it must not stand out. */}
        <button
          type="button"
          className="button-link"
          aria-disabled={isSending}
          onClick={() => !isSending && startAgain()}
        >
          limpar
        </button>
        <button
          type={canSave ? 'submit' : 'button'}
          className={`button ${isDuplicate ? 'button-secondary' : ''}`.trim()}
          aria-disabled={!canSave || isSending}
          aria-busy={isSending}
          aria-describedby={isReading ? `nota-falta ${readingNoteId}` : 'nota-falta'}
        >
          <span>salvar</span>
        </button>
      </div>
    </>
  );
}

function SendLater() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), sendLaterAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    isLate && (
      <button type="button" className="button button-secondary button-wide" onClick={abortAndQueue}>
        Guardar e enviar depois
      </button>
    )
  );
}
