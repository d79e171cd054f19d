import { useEffect, useRef, useState } from 'react';
import { loadScript, type Part, toElement } from './snippet.ts';

interface PreviewProps {
  name: string;
  element: Part;
}

const events = ['ready', 'resize', 'submit', 'success', 'error', 'handoff'] as const;

export function Preview({ name, element }: PreviewProps) {
  const shown = JSON.stringify(element);
  const place = useRef<HTMLDivElement>(null);
  const [sent, setSent] = useState<readonly string[]>([]);

  useEffect(() => {
    setSent([]);
    const ended = new AbortController();
    for (const type of events) {
      const note = () => setSent((before) => [...before, `promo:${type}`].slice(-6));
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
        Eventos: <output>{sent.join(', ') || 'nenhum ainda'}</output>
      </p>
    </section>
  );
}
