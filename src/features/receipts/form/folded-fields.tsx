import { useStore } from '@nanostores/react';
import {
  type ReactNode,
  type RefCallback,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { SiteProps } from '../../../environment.ts';
import { fieldId } from '../../../ui/field.tsx';
import type { FormStore, Values } from '../../../ui/form.ts';
import { TextField } from '../../../ui/inputs.tsx';
import { cnpjMask, dateMask } from '../../../ui/masks.ts';
import { AmountField, TextAreaField } from '../../../ui/rarer-inputs.tsx';
import type { ReadableField } from '../file/reading.ts';
import { $receiptToCorrect, type FillingState } from '../new-receipt.store.ts';
import {
  $refusal,
  chooseFieldsView,
  currentRefusal,
  type FieldsView,
  type RefusedReceipt,
  type UnfoldedFor,
} from './receipt-form.store.ts';
import { acceleratorField, identifierMask, printedFields, purchaseText } from './receipt-values.ts';

export function useFieldsView(
  form: FormStore,
  filling: FillingState,
): { view: FieldsView; unfold: () => void } {
  const [unfoldedFor, setUnfoldedFor] = useState<UnfoldedFor | null>(null);
  const values = useStore(form.$values);
  const errors = useStore(form.$errors);
  const visibleErrors = useStore(form.$visibleErrors);
  const isCorrection = useStore($receiptToCorrect) !== null;
  const refusal = useStore($refusal);
  const { file, serverReading } = filling;
  const unfold = () => setUnfoldedFor({ file, refusal });
  if (isCorrection) return { view: 'open', unfold };
  const view = chooseFieldsView({ filling, values, errors, visibleErrors, refusal, unfoldedFor });
  // When the answer comes at last, the user may be in one of the fields.
  const mustStayOpen = serverReading === 'late' && view === 'open';
  if (mustStayOpen && unfoldedFor?.file !== file) setUnfoldedFor({ file, refusal: null });
  return { view, unfold };
}

export const readingNoteId = 'nota-leitura';

function missingLabels(labels: FormStore['labels'], values: Values): string {
  return printedFields.flatMap((name) => (values[name] ? [] : [labels[name]])).join(', ');
}

export function useCurrentRefusal(form: FormStore): RefusedReceipt | null {
  return currentRefusal(useStore($refusal), useStore(form.$values));
}

/** A doubt: shaped like an error message, in the colour of a warning. */
export function doubtHint(doubt: string | null): ReactNode {
  return doubt === null ? undefined : <span className="field-error field-doubt">{doubt}</span>;
}

interface PrintedFieldsProps {
  form: FormStore;
  doubtOf: (name: ReadableField) => string | null;
  readNoteOf: (name: ReadableField) => string | undefined;
}

export function PrintedFields({ form, doubtOf, readNoteOf }: PrintedFieldsProps) {
  const hintOf = (name: ReadableField, hint: string) =>
    doubtHint(doubtOf(name)) ?? (readNoteOf(name) ? undefined : hint);
  const markOf = (name: ReadableField) =>
    !doubtOf(name) && readNoteOf(name) && <span className="read-mark">{readNoteOf(name)}</span>;
  return (
    <>
      {/* Over two lines a phone shows the whole key. */}
      <TextAreaField
        form={form}
        name="identifier"
        hint={hintOf('identifier', 'O número da nota ou a chave de acesso, de 44 caracteres')}
        mark={markOf('identifier')}
        mask={identifierMask}
        autoComplete="off"
        enterKeyHint="next"
        rows={1}
      />
      <TextField
        form={form}
        name="purchaseDate"
        hint={hintOf('purchaseDate', 'dd/mm/aaaa')}
        mark={markOf('purchaseDate')}
        mask={dateMask}
        enterKeyHint="next"
        autoComplete="off"
      />
      <TextField
        form={form}
        name="cnpj"
        hint={hintOf('cnpj', 'O da loja, no topo da nota')}
        mark={markOf('cnpj')}
        mask={cnpjMask}
        enterKeyHint="next"
        autoComplete="off"
      />
      <AmountField
        form={form}
        name="totalAmount"
        hint={hintOf('totalAmount', 'Em reais')}
        mark={markOf('totalAmount')}
      />
    </>
  );
}

interface FoldedFieldsProps {
  site: SiteProps;
  form: FormStore;
  view: FieldsView;
  isAnswerRead: boolean;
  onUnfold: () => void;
  children: ReactNode;
}

export function FoldedFields({
  site,
  form,
  view,
  isAnswerRead,
  onUnfold,
  children,
}: FoldedFieldsProps) {
  const wantsFocus = useRef(false);
  // Before the browser paints: later, the user may already be in another field.
  useLayoutEffect(() => {
    const isWanted = wantsFocus.current;
    wantsFocus.current = false;
    if (view !== 'open' || !isWanted) return;
    const values = form.$values.get();
    const next = printedFields.find((name) => !values[name]) ?? 'identifier';
    document.getElementById(fieldId(form, next))?.focus();
  }, [view, form]);
  const passFocusToFields = useCallback(
    (bar: HTMLDivElement) => () => {
      wantsFocus.current ||= bar.contains(document.activeElement);
    },
    [],
  );
  return (
    <>
      {view !== 'open' && (
        <FoldedBar
          site={site}
          form={form}
          view={view}
          isAnswerRead={isAnswerRead}
          barRef={passFocusToFields}
          onUnfold={() => {
            wantsFocus.current = true;
            onUnfold();
          }}
        />
      )}
      <div hidden={view !== 'open'}>
        <div className="form form-paired form-brief receipt-fields">{children}</div>
      </div>
    </>
  );
}

interface FoldedBarProps extends Omit<FoldedFieldsProps, 'children'> {
  barRef: RefCallback<HTMLDivElement>;
}

function FoldedBar({ site, form, view, isAnswerRead, barRef, onUnfold }: FoldedBarProps) {
  const values = useStore(form.$values);
  const label = site.hotsite.accelerator?.label;
  if (view === 'unusable') return <HandFill barRef={barRef} onUnfold={onUnfold} />;
  return (
    <div className="page-bar folded-bar" ref={barRef}>
      <div>
        <h2>{purchaseText(values, site) || 'Nota lida'}</h2>
        {isAnswerRead && view === 'folded' && (
          <p>
            {label}: {values[acceleratorField] === 'yes' ? 'sim' : 'não'}
          </p>
        )}
      </div>
      {view === 'reading' && <progress aria-label="Procurando o que falta" />}
      <div className="fold-actions">
        {view === 'reading' && (
          <p className="form-note" id={readingNoteId}>
            Lendo na foto o que falta: {missingLabels(form.labels, values)}. Não quer esperar?
          </p>
        )}
        <button type="button" className="button-link" aria-expanded={false} onClick={onUnfold}>
          {view === 'reading' ? 'Preencher agora' : 'Corrigir'}
          {view === 'duplicate' && ' os dados'}
        </button>
      </div>
    </div>
  );
}

function HandFill({ barRef, onUnfold }: Pick<FoldedBarProps, 'barRef' | 'onUnfold'>) {
  return (
    <div className="page-bar folded-bar" ref={barRef}>
      <div>
        <h2>A leitura se enganou?</h2>
        <p>Os dados da nota também podem ser digitados.</p>
      </div>
      <button type="button" className="button-link" aria-expanded={false} onClick={onUnfold}>
        Preencher à mão
      </button>
    </div>
  );
}
