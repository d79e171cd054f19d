// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { notLoadedPanel } from '../../../src/paths.ts';
import {
  breakableEmail,
  LoadedView,
  NotLoaded,
  NotLoadedPanel,
  SentNotice,
} from '../../../src/ui/status.tsx';
import { renderInPage } from '../../support/render-in-page.ts';

it('a failed load shows a figure and its reason, and can be retried', () => {
  const shown = renderToStaticMarkup(
    <NotLoadedPanel {...notLoadedPanel()} lines={['Sem conexão.']} onRetry={() => {}} />,
  );
  expect(shown).toContain('/desenhos/mascote-duvida.svg');
  expect(shown).toMatch(/role="alert">Sem conexão\.</);
  expect(shown).toContain('Tentar de novo');
  expect(shown).toContain('href="#fale-conosco">Fale conosco<');
});

it.each([
  ['page', '<h1>Minhas notas</h1><main></main>', '<h1 tabindex="-1">Minhas notas</h1>'],
  [
    'dialog around it',
    '<h1>Minhas notas</h1><dialog open><h2 class="dialog-title">Números</h2><main></main></dialog>',
    '<h2 class="dialog-title" tabindex="-1">Números</h2>',
  ],
])('a retry, whose button goes away, moves the focus to the title of the %s', (_, page, title) => {
  document.body.innerHTML = page;
  const root = createRoot(document.querySelector('main') as HTMLElement);
  const onRetry = () => root.render(null);
  flushSync(() => root.render(<NotLoaded lines={['Sem conexão.']} onRetry={onRetry} />));
  flushSync(() => document.querySelector('button')?.click());
  expect(document.querySelector('button')).toBeNull();
  expect(document.activeElement?.outerHTML).toBe(title);
  root.unmount();
});

it('one region says that something loads, and then that it is there', () => {
  type Loaded = Parameters<typeof LoadedView<string>>[0]['loaded'];
  const view = (loaded: Loaded) => (
    <LoadedView loaded={loaded} onRetry={() => {}}>
      {(value) => value}
    </LoadedView>
  );
  const root = renderInPage(view({ state: 'loading' }));
  const region = document.querySelector('[aria-live]');
  expect(region?.textContent).toBe('Carregando…');
  expect(region?.className).toBe('loading');
  flushSync(() => root.render(view({ state: 'failed', lines: ['Sem conexão.'] })));
  expect(region?.textContent, 'an alert says the rest').toBe('');
  flushSync(() => root.render(view({ state: 'loaded', value: 'R$ 5,00' })));
  expect(region?.textContent).toBe('Carregado.');
  expect(region?.isConnected).toBe(true);
  expect(region?.className).toBe('visually-hidden');
});

it('a value that could not be read again says since when, in a region that was there before', () => {
  const shown = (staleSince?: Date) =>
    renderToStaticMarkup(
      <LoadedView
        loaded={{ state: 'loaded', value: 'R$ 5,00', ...(staleSince && { staleSince }) }}
        onRetry={() => {}}
      >
        {(value) => value}
      </LoadedView>,
    );
  const withoutNote = shown();
  expect(withoutNote).toMatch(/<p class="visually-hidden" aria-live="polite"><\/p>R\$ 5,00$/);
  expect(shown(new Date('2026-11-23T13:00:00Z'))).toMatch(
    /aria-live="polite">Não foi possível atualizar\. O que você vê é de 23\/11\/2026.*10:00.*\.<\/p>R\$ 5,00$/,
  );
});

it('the button that replaces a sent form says what was sent', () => {
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  flushSync(() => root.render(<SentNotice onClose={() => {}}>Solicitação enviada</SentNotice>));
  const button = document.querySelector('button');
  expect(document.activeElement).toBe(button);
  const description = document.getElementById(button?.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Solicitação enviada');
  root.unmount();
});

it('an email in a text breaks behind its @', () => {
  const shown = renderToStaticMarkup(breakableEmail('Para ana-lu@serra-azul.com.br, hoje'));
  expect(shown).toBe(
    'Para <span class="email-part">ana-lu@</span><span class="email-part">serra-azul.com.br,</span> hoje',
  );
  expect(breakableEmail('529.982.247-25')).toBe('529.982.247-25');
});

it('a text with more than one @ keeps all its words', () => {
  const shown = renderToStaticMarkup(breakableEmail('Fale com @ana, @brisal.oficial ou a@b'));
  expect(shown.replaceAll(/<[^>]*>/g, '')).toBe('Fale com @ana, @brisal.oficial ou a@b');
  expect(shown.match(/email-part/g)).toHaveLength(6);
});
