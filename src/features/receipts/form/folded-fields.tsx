import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SiteProps } from '../../../environment.ts';
import type { FormStore, Values } from '../../../ui/form.ts';
import type { ReadFields, SentFile } from '../file/reading.ts';
import { $receiptToCorrect, clearReceipt, type Filling } from '../new-receipt.store.ts';
import {
  $refusal,
  type RefusedReceipt,
  showRefusal,
  standingRefusal,
} from './receipt-form.store.ts';
import { accelerator, purchaseText, readNames } from './receipt-values.ts';

export type ReadName = (typeof readNames)[number];

const lastRead = new WeakMap<FormStore, ReadFields>();

export function emptyForm(form: FormStore): void {
  lastRead.delete(form);
  form.reset();
}

export function startAgain(): void {
  clearReceipt();
  document.querySelector('h1')?.focus();
}

/** Keeps what the person typed. @returns the mark of a field that still holds what was read */
export function useReadFields(form: FormStore, read: ReadFields) {
  const values = useStore(form.$values);
  useEffect(() => {
    const before = lastRead.get(form) ?? {};
    lastRead.set(form, read);
    for (const name of readNames) {
      const typed = (form.$values.get()[name] ?? '') !== (before[name] ?? '');
      if (typed || before[name] === read[name]) continue;
      form.change(name, read[name] ?? '');
      if (read[name]) form.leave(name);
    }
  }, [form, read]);
  return (name: ReadName): { mark?: string } =>
    read[name] && values[name] === read[name] ? { mark: 'lido da nota' } : {};
}

/** Shows beside the fields of a correction what the gateway said of them, unless they changed since. */
export function useCorrectedReceipt(form: FormStore): void {
  const corrected = useStore($receiptToCorrect);
  useEffect(() => {
    if (!corrected?.refusal) return;
    const { refusal, values: refused } = corrected;
    const values = form.$values.get();
    const isOurs = ({ field }: { field: string }) => field in form.labels;
    form.refuse(
      refusal.fields.filter((each) => isOurs(each) && values[each.field] === refused[each.field]),
    );
    showRefusal(refusal, refused, form.labels);
  }, [form, corrected]);
}

/** `waiting`: the server reads what the QR code lacks. `repeated`: the user has sent it before. */
export type Fold = 'open' | 'waiting' | 'folded' | 'repeated';

const ownNames = readNames.filter((name) => name !== accelerator);

/** Folds when all fields were read and are right; never while the person is typing. */
export function useFold(form: FormStore, filling: Filling): { fold: Fold; unfold: () => void } {
  const [opened, setOpened] = useState<readonly (SentFile | RefusedReceipt | null)[]>([]);
  const values = useStore(form.$values);
  const errors = useStore(form.$errors);
  const shown = useStore(form.$visibleErrors);
  const isCorrection = useStore($receiptToCorrect) !== null;
  const refusal = useStore($refusal);
  const isRepeated = Boolean(standingRefusal(refusal, values)?.duplicateOf);
  const { file, read, server } = filling;
  // Fields opened before the refusal fold again.
  const subject = isRepeated ? refusal : file;
  const unfold = () => setOpened([file, refusal]);
  if (!file || isCorrection || opened.includes(subject)) return { fold: 'open', unfold };
  if (isRepeated) return { fold: 'repeated', unfold };
  // An effect fills the fields in right after they were read; until then they are empty.
  const isAsRead = ownNames.every((name) => !values[name] || values[name] === read[name]);
  const isWrong = ownNames.some((name) => shown[name] || (values[name] && errors[name]));
  if (!isAsRead || isWrong) return { fold: 'open', unfold };
  if (ownNames.every((name) => read[name])) return { fold: 'folded', unfold };
  return { fold: server === 'asked' ? 'waiting' : 'open', unfold };
}

export const waitingId = 'nota-leitura';

function missingLabels(labels: FormStore['labels'], values: Values): string {
  return ownNames.flatMap((name) => (values[name] ? [] : [labels[name]])).join(', ');
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
  // Before the browser paints: later, the person may already be in another field.
  useLayoutEffect(() => {
    if (fold !== 'open' || !wantsFocus.current) return;
    wantsFocus.current = false;
    document.getElementById(`${form.id}-${ownNames[0]}`)?.focus();
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
    <div className={fold === 'repeated' ? 'page-bar receipt-repeated' : 'page-bar'}>
      <div>
        <h2>{purchaseText(values, site) || 'Nota lida'}</h2>
        {isAnswered && fold === 'folded' && (
          <p>
            {label}: {values[accelerator] === 'yes' ? 'sim' : 'não'}
          </p>
        )}
      </div>
      {fold === 'waiting' && <progress aria-label="Procurando o que falta" />}
      <div className="fold-way">
        {fold === 'waiting' && (
          <p className="form-note" id={waitingId}>
            Lendo na foto o que falta: {missingLabels(form.labels, values)}. Não quer esperar?
          </p>
        )}
        <button type="button" className="button-link" aria-expanded={false} onClick={onUnfold}>
          {fold === 'waiting' ? 'Preencher agora' : 'Corrigir'}
          {fold === 'repeated' && ' os dados'}
        </button>
      </div>
    </div>
  );
}
