import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { widgetEvents } from '../../contract/frame-protocol.ts';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { LiveRegion, Loading, useHydrated } from '../../ui/loading.tsx';
import { NotLoaded } from '../../ui/status.tsx';
import {
  attributesKeptFor,
  attributeWords,
  copySnippet,
  type ElementSpec,
  type EmbeddableAttribute,
  type EmbeddableWidget,
  type EmbeddedSite,
  elementOf,
  hasAttribute,
  loadScript,
  noHashes,
  policyOf,
  previewAttributes,
  readIntegrity,
  type SnippetChoices,
  snippetOf,
  toElement,
} from './snippet.ts';

interface ConfiguratorProps {
  site: SiteProps;
  /** With the path of a drawing, in a box of 24. */
  widgets: readonly (EmbeddableWidget & { icon: string })[];
  embedded: EmbeddedSite;
  /** The newest; null before the first. */
  publishedVersion: string | null;
}

const focusableScroller = { tabIndex: 0 };

export function Configurator({ site, widgets, embedded, publishedVersion }: ConfiguratorProps) {
  startSite(site);
  const [widget, setWidget] = useState(widgets[0]);
  const [mount, setMount] = useState<SnippetChoices['mount']>('element');
  const [kind, setKind] = useState<SnippetChoices['release']['kind']>('current');
  const [attributes, setAttributes] = useState<SnippetChoices['attributes']>({});
  const [integrity, setIntegrity] = useState<Awaited<ReturnType<typeof readIntegrity>>>();
  const version = kind === 'fixed' ? publishedVersion : null;

  useEffect(() => {
    if (version && integrity === undefined) void readIntegrity(version).then(setIntegrity);
  }, [integrity, version]);

  const isHydrated = useHydrated();
  const embeddedSite = isHydrated ? { ...embedded, origin: window.location.origin } : embedded;
  if (!widget) return null;
  const release = releaseOf(version, integrity);
  const choices = { mount, attributes };

  return (
    <div className="configurator">
      {/* A choice made before the script runs would be lost. */}
      <fieldset className="widget-tiles" aria-label="Widget" disabled={!isHydrated}>
        {widgets.map((item) => (
          <button
            key={item.name}
            type="button"
            aria-pressed={item.name === widget.name}
            onClick={() => {
              setWidget(item);
              setAttributes(attributesKeptFor(item, attributes));
            }}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={item.icon} />
            </svg>
            {item.title} <small>promo-{item.name}</small>
          </button>
        ))}
      </fieldset>
      <fieldset className="form" disabled={!isHydrated}>
        <Choice
          label="Elemento"
          value={mount}
          options={[
            { value: 'element', label: `<promo-${widget.name}>` },
            { value: 'data', label: '<div data-promo-widget>' },
          ]}
          onChange={setMount}
        />
        {publishedVersion && (
          <Choice
            label="Versão"
            value={kind}
            options={[
              { value: 'current', label: 'v1, sempre atual' },
              { value: 'fixed', label: `${publishedVersion}, fixa, com SRI` },
            ]}
            onChange={setKind}
          />
        )}
        <MoreOptions widget={widget} attributes={attributes} onChange={setAttributes} />
      </fieldset>
      <CodeToCopy
        snippet={release && snippetOf(widget, embeddedSite, { ...choices, release })}
        policy={policyOf(widget, embeddedSite, attributes)}
        isTest={attributes['mode'] === 'test'}
        isReady={isHydrated}
        onRetry={() => setIntegrity(undefined)}
      />
      {isHydrated && (
        <Preview
          name={widget.name}
          isTest={hasAttribute(widget, 'mode')}
          element={elementOf(widget, embeddedSite, {
            mount,
            attributes: previewAttributes(widget, attributes),
          })}
        />
      )}
    </div>
  );
}

function releaseOf(
  version: string | null,
  integrity: Awaited<ReturnType<typeof readIntegrity>> | undefined,
): SnippetChoices['release'] | null | undefined {
  if (!version) return { kind: 'current' };
  return integrity && { kind: 'fixed', version, integrity };
}

const setByConfigurator = new Set(['campaign', 'origin']);

interface MoreOptionsProps {
  widget: EmbeddableWidget;
  attributes: SnippetChoices['attributes'];
  onChange: (attributes: SnippetChoices['attributes']) => void;
}

function MoreOptions({ widget, attributes, onChange }: MoreOptionsProps) {
  return (
    <details className="guide-fold">
      <summary>Mais opções</summary>
      <div className="form guide-settings">
        {widget.attributes
          .filter((attribute) => !setByConfigurator.has(attribute.name))
          .map((attribute) => (
            <AttributeField
              key={`${widget.name} ${attribute.name}`}
              attribute={attribute}
              value={attributes[attribute.name] ?? ''}
              onChange={(value) => onChange({ ...attributes, [attribute.name]: value })}
            />
          ))}
      </div>
    </details>
  );
}

interface CodeToCopyProps {
  /** Undefined while a version's hashes are loading, null if they cannot be loaded. */
  snippet: string | null | undefined;
  policy: readonly string[];
  isTest: boolean;
  /** Without its script the button would do nothing. */
  isReady: boolean;
  onRetry: () => void;
}

function CodeToCopy({ snippet, policy, isTest, isReady, onRetry }: CodeToCopyProps) {
  const code = useRef<HTMLElement>(null);
  const [last, setLast] = useState({ snippet: '', result: '' });
  // A new choice makes new code, which has not been copied.
  const result = last.snippet === snippet ? last.result : '';

  const copy = async (snippet: string) =>
    setLast({ snippet, result: await copySnippet(snippet, code.current) });
  return (
    <section className="snippet" aria-label="Código">
      <div className="snippet-bar">
        <h3>Cole na sua página</h3>
        {isReady && snippet && (
          <button type="button" className="button button-small" onClick={() => copy(snippet)}>
            {result || 'Copiar código'}
          </button>
        )}
      </div>
      <LiveRegion text={result} />
      {isTest && <p className="message message-info">Este código é de teste: nada é enviado.</p>}
      {snippet && <Code text={snippet} codeRef={code} />}
      {snippet === undefined && <Loading />}
      {snippet === null && <NotLoaded lines={[noHashes]} onRetry={onRetry} />}
      <details className="guide-fold">
        <summary>A sua página tem uma Content Security Policy?</summary>
        <p>Ela precisa destas linhas:</p>
        <Code text={policy.join('\n')} />
      </details>
    </section>
  );
}

function Code({ text, codeRef }: { text: string; codeRef?: RefObject<HTMLElement | null> }) {
  return (
    <pre tabIndex={0}>
      <code ref={codeRef}>{text}</code>
    </pre>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  hint?: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({
  label,
  hint,
  value,
  options,
  onChange,
}: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-dica`}>
          {hint}
        </p>
      )}
      <select
        id={id}
        aria-describedby={hint && `${id}-dica`}
        value={value}
        onChange={({ currentTarget }) => {
          const option = options[currentTarget.selectedIndex];
          if (option) onChange(option.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface AttributeFieldProps {
  attribute: EmbeddableAttribute;
  value: string;
  onChange: (value: string) => void;
}

function AttributeField({ attribute, value, onChange }: AttributeFieldProps) {
  const { name, label, type, text } = attribute;
  const words = attributeWords[type];
  if (words) {
    const options = words.map(({ value, label }) => ({
      value,
      label: value ? `${label} (${value})` : label,
    }));
    return <Choice label={label} hint={text} value={value} options={options} onChange={onChange} />;
  }
  const id = `atributo-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} <code>{name}</code>
      </label>
      <p className="field-hint" id={`${id}-dica`}>
        {text}
      </p>
      <input
        id={id}
        aria-describedby={`${id}-dica`}
        inputMode={type === 'number' ? 'numeric' : 'text'}
        placeholder={attribute.placeholder}
        value={value}
        onChange={({ currentTarget }) =>
          onChange(type === 'number' ? currentTarget.value.replace(/\D/g, '') : currentTarget.value)
        }
      />
    </div>
  );
}

interface PreviewProps {
  name: string;
  isTest: boolean;
  element: ElementSpec;
}

function Preview({ name, isTest, element }: PreviewProps) {
  const elementJson = JSON.stringify(element);
  const previewRef = useRef<HTMLDivElement>(null);
  const [sent, setSent] = useState<readonly string[]>([]);
  const [isPhone, setIsPhone] = useState(false);

  useEffect(() => {
    const effectEnd = new AbortController();
    // Once the typing rests: each new element loads its frame.
    const rest = setTimeout(() => {
      setSent([]);
      for (const type of widgetEvents) {
        const show = () => setSent((before) => [...before, `promo:${type}`].slice(-12));
        previewRef.current?.addEventListener(`promo:${type}`, show, { signal: effectEnd.signal });
      }
      previewRef.current?.replaceChildren(toElement(JSON.parse(elementJson)));
      loadScript(`/widgets/v1/${name}.js`);
    }, 300);
    return () => {
      clearTimeout(rest);
      effectEnd.abort();
    };
  }, [name, elementJson]);

  return (
    <section className="preview" aria-label="Como fica">
      <div className="preview-bar">
        <h3>Como fica</h3>
        <fieldset className="segmented preview-widths" aria-label="Largura da página">
          <button type="button" aria-pressed={!isPhone} onClick={() => setIsPhone(false)}>
            Computador
          </button>
          <button type="button" aria-pressed={isPhone} onClick={() => setIsPhone(true)}>
            Celular
          </button>
        </fieldset>
      </div>
      <div className={isPhone ? 'preview-page preview-phone' : 'preview-page'}>
        <p aria-hidden="true">www.sualoja.com.br</p>
        <div className="preview-place" ref={previewRef} {...focusableScroller} />
      </div>
      <p className="form-note">
        {isTest && 'Em modo de teste: nada é enviado. '}Eventos:{' '}
        <output>{sent.join(', ') || 'nenhum ainda'}</output>
      </p>
    </section>
  );
}
