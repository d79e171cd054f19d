import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NotLoadedPanel } from '../../../src/ui/loading.tsx';

it('what did not load has its figure, says why, and may be asked for again', () => {
  const shown = renderToStaticMarkup(
    <NotLoadedPanel figure="/duvida.svg" lines={['Sem conexão.']} onRetry={() => {}} />,
  );
  expect(shown).toContain('/duvida.svg');
  expect(shown).toMatch(/role="alert">Sem conexão\.</);
  expect(shown).toContain('Tentar de novo');
});
