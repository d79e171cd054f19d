import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { mascotImage } from '../../../src/paths.ts';
import { NotLoadedPanel } from '../../../src/ui/loading.tsx';

it('a failed load shows a figure and its reason, and can be retried', () => {
  const shown = renderToStaticMarkup(
    <NotLoadedPanel figure={mascotImage('duvida')} lines={['Sem conexão.']} onRetry={() => {}} />,
  );
  expect(shown).toContain('/desenhos/mascote-duvida.svg');
  expect(shown).toMatch(/role="alert">Sem conexão\.</);
  expect(shown).toContain('Tentar de novo');
});
