import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SiteProps } from '../../../environment.ts';
import type { FormStore, Values } from '../../../ui/form.ts';
import { $receiptToCorrect, clearReceipt, type FillingState } from '../new-receipt.store.ts';
import {
  $refusal,
  chooseFold,
  type Fold,
  fillReadFields,
  type OpenedFor,
  showRefusal,
} from './receipt-form.store.ts';
import {
  acceleratorField,
  printedFields,
  purchaseText,
  type ReadableField,
  type ReadFields,
} from './receipt-values.ts';

export function startAgain(): void {
  clearReceipt();
  document.querySelector('h1')?.focus();
}

/** @returns the mark of a field that still holds the text read from the file */
export function useReadFields(form: FormStore, read: ReadFields) {
  const values = useStore(form.$values);
  useEffect(() => fillReadFields(form, read), [form, read]);
  return (name: ReadableField): { mark?: string } =>
    read[name] && values[name] === read[name] ? { mark: 'lido da nota' } : {};
}

/** @returns whether the question's answer was read. One that the user gave always shows. */
export function useReadAnswer(form: FormStore, { accelerator }: ReadFields): boolean {
  const answer = useStore(form.$values)[acceleratorField];
  const isOwn = useRef(false);
  if (answer && answer !== accelerator) isOwn.current = true;
  return accelerator !== undefined && !isOwn.current;
}

/** Shows the gateway's messages beside a correction's fields, unless they changed since. */
export function useCorrectedReceipt(form: FormStore): void {
  const corrected = useStore($receiptToCorrect);
  useEffect(() => {
    if (!corrected?.refusal) return;
    const { refusal, values: refused } = corrected;
    const values = form.$values.get();
    const isOurs = ({ field }: { field: string }) => field in form.labels;
    form.refuse(
      refusal.fields.filter(
        (error) => isOurs(error) && values[error.field] === refused[error.field],
      ),
    );
    showRefusal(refusal, refused, form.labels);
  }, [form, corrected]);
}

/** @returns also `unfold`, which opens the fields for the user */
export function useFold(
  form: FormStore,
  filling: FillingState,
): { fold: Fold; unfold: () => void } {
  const [openedFor, setOpenedFor] = useState<OpenedFor | null>(null);
  const values = useStore(form.$values);
  const errors = useStore(form.$errors);
  const visibleErrors = useStore(form.$visibleErrors);
  const isCorrection = useStore($receiptToCorrect) !== null;
  const refusal = useStore($refusal);
  const { file } = filling;
  const unfold = () => setOpenedFor({ file, refusal });
  if (isCorrection) return { fold: 'open', unfold };
  const fold = chooseFold({ filling, values, errors, visibleErrors, refusal, openedFor });
  return { fold, unfold };
}

export const readingNoteId = 'nota-leitura';

function missingLabels(labels: FormStore['labels'], values: Values): string {
  return printedFields.flatMap((name) => (values[name] ? [] : [labels[name]])).join(', ');
}

interface FoldedFieldsProps {
  site: SiteProps;
  form: FormStore;
  fold: Fold;
  isAnswered: boolean;
  onUnfold: () => void;
  children: ReactNode;
}

export function FoldedFields({
  site,
  form,
  fold,
  isAnswered,
  onUnfold,
  children,
}: FoldedFieldsProps) {
  const wantsFocus = useRef(false);
  // Before the browser paints: later, the user may already be in another field.
  useLayoutEffect(() => {
    if (fold !== 'open' || !wantsFocus.current) return;
    wantsFocus.current = false;
    document.getElementById(`${form.id}-${printedFields[0]}`)?.focus();
  }, [fold, form]);
  return (
    <>
      {fold !== 'open' && (
        <FoldedBar
          site={site}
          form={form}
          fold={fold}
          isAnswered={isAnswered}
          onUnfold={() => {
            wantsFocus.current = true;
            onUnfold();
          }}
        />
      )}
      <div hidden={fold !== 'open'}>
        <div className="form form-paired">{children}</div>
      </div>
    </>
  );
}

function FoldedBar({
  site,
  form,
  fold,
  isAnswered,
  onUnfold,
}: Omit<FoldedFieldsProps, 'children'>) {
  const values = useStore(form.$values);
  const label = site.hotsite.accelerator?.label;
  return (
    <div className={fold === 'duplicate' ? 'page-bar receipt-repeated' : 'page-bar'}>
      <div>
        <h2>{purchaseText(values, site) || 'Nota lida'}</h2>
        {isAnswered && fold === 'folded' && (
          <p>
            {label}: {values[acceleratorField] === 'yes' ? 'sim' : 'não'}
          </p>
        )}
      </div>
      {fold === 'reading' && <progress aria-label="Procurando o que falta" />}
      <div className="fold-way">
        {fold === 'reading' && (
          <p className="form-note" id={readingNoteId}>
            Lendo na foto o que falta: {missingLabels(form.labels, values)}. Não quer esperar?
          </p>
        )}
        <button type="button" className="button-link" aria-expanded={false} onClick={onUnfold}>
          {fold === 'reading' ? 'Preencher agora' : 'Corrigir'}
          {fold === 'duplicate' && ' os dados'}
        </button>
      </div>
    </div>
  );
}
