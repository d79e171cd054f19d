import { useEffect, useRef, useState } from 'react';
import { type Part, toElement } from './snippet.ts';
import { loadScript } from './widget-scripts.ts';

interface PreviewProps {
  /** Of the widget. */
  name: string;
  element: Part;
}

const events = ['ready', 'resize', 'submit', 'success', 'error', 'handoff'] as const;

/** The widget as a page would have it, with its own script, and what it tells the page. */
export function Preview({ name, element }: PreviewProps) {
  const shown = JSON.stringify(element);
  const place = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState<readonly string[]>([]);

  useEffect(() => {
    setTold([]);
    const ended = new AbortController();
    for (const type of events) {
      const note = () => setTold((before) => [...before, `promo:${type}`].slice(-6));
      place.current?.addEventListener(`promo:${type}`, note, { signal: ended.signal });
    }
    place.current?.replaceChildren(toElement(JSON.parse(shown)));
    loadScript(`/widgets/v1/${name}.js`);
    return () => ended.abort();
  }, [name, shown]);

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
