import { useEffect, useRef, useState } from 'react';

interface PreviewProps {
  /** Of the widget. */
  name: string;
  /** Its element as HTML. */
  element: string;
}

const events = ['ready', 'resize', 'submit', 'success', 'error', 'handoff'] as const;

/** The widget as a page would have it, with its own script, and what it tells the page. */
export function Preview({ name, element }: PreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState<readonly string[]>([]);

  useEffect(() => {
    setTold([]);
    const ended = new AbortController();
    for (const type of events) {
      const note = () => setTold((before) => [...before, `promo:${type}`].slice(-6));
      place.current?.addEventListener(`promo:${type}`, note, { signal: ended.signal });
    }
    place.current?.replaceChildren(document.createRange().createContextualFragment(element));
    loadScript(`/widgets/v1/${name}.js`);
    return () => ended.abort();
  }, [name, element]);

  return (
    <section className="preview" aria-label="Como fica">
      <h3>Como fica</h3>
      <div className="preview-place" ref={place} />
      <p className="form-note">
        Eventos: <output>{told.join(', ') || 'nenhum ainda'}</output>
      </p>
    </section>
  );
}

function loadScript(address: string): void {
  if (document.querySelector(`script[src="${address}"]`)) return;
  const script = document.createElement('script');
  script.src = address;
  document.head.append(script);
}
