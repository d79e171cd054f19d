// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { draftOf, memoryStore } from '../../../../src/client/storage.ts';
import { type Environment, setEnvironment } from '../../../../src/environment.ts';
import { LandingForm } from '../../../../src/features/sign-up/landing-form.island.tsx';
import { SignUpPage } from '../../../../src/features/sign-up/sign-up.island.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { fieldId } from '../../../../src/ui/field.tsx';
import { typedPerson } from '../../../support/people.ts';

const today = '2026-11-23';
const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today }),
);

function openPage(): string[] {
  const visited: string[] = [];
  setEnvironment({
    site,
    fetch: async () => Response.json({ id: 1 }, { status: 201 }),
    storage: memoryStore(),
    drafts: memoryStore(),
    keepsSession: () => true,
    identity: async () => ({
      signIn: async () => ({ ok: true, value: { token: 'a.b.c', expiresAt: 0 } }),
    }),
    botToken: async () => 'error',
    navigate: (path: string) => void visited.push(path),
    pageUrl: (path: string) => path,
    track: async () => {},
    report: () => {},
    phase: () => 'open',
    debug: () => false,
    now: () => new Date(`${today}T12:00:00Z`),
    newId: () => crypto.randomUUID(),
  } as unknown as Environment);
  return visited;
}

function type(texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    const id = fieldId({ id: 'cadastro' }, name);
    const control = document.getElementById(id) as HTMLInputElement;
    if (control.type === 'checkbox') control.click();
    else {
      control.value = text;
      control.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }
}

it('a group of questions that holds an answer is open when the draft comes back, the others are folded', () => {
  openPage();
  const all = siteProps(
    embeddedCampaign({ variant: 'all', window: 'live', tenantId: 'embedded', today }),
  );
  draftOf('cadastro').set(JSON.stringify({ GENDER: 'Feminino' }));
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  flushSync(() => root.render(<SignUpPage site={all} poll={null} minutes={2} />));
  const groups = [...document.querySelectorAll('.form-fold')].map((group) => [
    group.querySelector('summary')?.textContent,
    group.querySelector('details')?.open,
  ]);
  expect(groups).toEqual([
    ['Sobre você (opcional)', true],
    ['Suas compras (opcional)', false],
  ]);
  root.unmount();
});

const filledIn = () =>
  [...document.querySelectorAll<HTMLInputElement>('input, select')].filter(
    ({ type, checked, value }) => (type === 'checkbox' ? checked : value),
  ).length;

it.each([
  ['the home page', <LandingForm key="home" site={site} />],
  ['the page of the sign-up', <SignUpPage key="page" site={site} poll={null} minutes={2} />],
])('who goes back to %s finds nothing that was sent', async (_page, form) => {
  const visited = openPage();
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  flushSync(() => root.render(form));
  // This campaign asks no address.
  const person = Object.fromEntries(
    Object.entries(typedPerson()).filter(([name]) => !name.startsWith('address.')),
  );
  type(person);
  window.dispatchEvent(new Event('pagehide'));
  expect(filledIn(), 'what was not sent stays').toBe(Object.keys(person).length);

  document.querySelector('form')?.requestSubmit();
  await vi.waitFor(() => expect(visited).toEqual(['/nova-nota']));
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('pageshow'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(filledIn()).toBe(0);
  expect(document.querySelector('button[type=submit]')?.hasAttribute('aria-busy')).toBe(false);
  root.unmount();
});
