// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { deleteCredentials, storeCredentials } from '../../../../src/client/credentials.ts';
import { deleteDrafts } from '../../../../src/client/storage.ts';
import { type IdentityProvider, setEnvironment } from '../../../../src/environment.ts';
import { leaveFrameOnNavigation } from '../../../../src/features/frame/navigation.ts';
import { watchSession } from '../../../../src/features/session/session.store.ts';
import { FramedSignIn } from '../../../../src/features/sign-in/sign-in.island.tsx';
import { HomeForm } from '../../../../src/features/sign-up/home-form.island.tsx';
import { FramedSignUp } from '../../../../src/features/sign-up/sign-up.island.tsx';
import { pageWizard } from '../../../../src/features/sign-up/wizard.ts';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { fieldId } from '../../../../src/ui/field.tsx';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { typedPerson } from '../../../support/people.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const today = '2026-11-23';
const now = new Date(`${today}T12:00:00Z`);
const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today }),
);
// This campaign asks no address.
const person = Object.fromEntries(
  Object.entries(typedPerson()).filter(([name]) => !name.startsWith('address.')),
);
const { email = '', password = '' } = person;
const { dataset } = document.documentElement;

const grant = {
  token: `a.${btoa(JSON.stringify({ sub: 'ana' }))}.c`,
  expiresAt: now.getTime() + 3_600_000,
};

/** A frame whose page keeps the user there. @returns the e-mails that signed in */
function openFrame(): string[] {
  const signedIn: string[] = [];
  const identity: Pick<IdentityProvider, 'signIn'> = {
    async signIn(address) {
      signedIn.push(address);
      return { ok: true, value: grant };
    },
  };
  setEnvironment(
    pageEnvironment({
      site,
      fetch: async () => Response.json({ id: 1 }, { status: 201 }),
      identity: async () => identity as IdentityProvider,
      now: () => now,
    }),
  );
  return signedIn;
}

function fill(id: string, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    const control = document.getElementById(fieldId({ id }, name)) as HTMLInputElement;
    if (control.type === 'checkbox') control.click();
    else {
      control.value = text;
      control.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }
}

function typedTexts(): string {
  const fields = document.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])');
  return Array.from(fields, ({ value }) => value).join('');
}

const forms = [
  ['in', <FramedSignIn key="in" site={site} next={null} />, 'entrar', { email, password }],
  ['up', <FramedSignUp key="up" site={site} poll={null} />, 'cadastro', person],
] as const;

it.each(forms)(
  'the form of a sign-%s in a frame is empty for the next person, who can send it',
  async (_, form, id, texts) => {
    const signedIn = openFrame();
    const root = renderInPage(form);
    watchSession();
    for (const signIns of [1, 2]) {
      fill(id, texts);
      document.querySelector('form')?.requestSubmit();
      await waitFor(() => expect(signedIn).toHaveLength(signIns));
      await waitFor(() => expect(dataset['session']).toBe('in'));
      flushSync(deleteCredentials);
      await waitFor(() => expect(dataset['session']).toBe('out'));
      expect(typedTexts()).toBe('');
      expect(document.querySelector('[aria-busy=true]')).toBeNull();
    }
    root.unmount();
  },
);

it.each(forms)(
  'what was typed but not sent in the form of a sign-%s in a frame is gone after the session',
  async (_, form, id, texts) => {
    openFrame();
    const end = leaveFrameOnNavigation(null);
    const root = renderInPage(form);
    watchSession();
    fill(id, texts);
    expect(typedTexts()).not.toBe('');
    flushSync(() => storeCredentials(grant));
    flushSync(deleteCredentials);
    await waitFor(() => expect(dataset['session']).toBe('out'));
    await waitFor(() => expect(typedTexts()).toBe(''));
    root.unmount();
    end();
  },
);

it('what a visitor typed on the home page, the password too, is gone once someone has signed out', async () => {
  openFrame();
  renderInPage(<HomeForm site={site} />);
  watchSession();
  fill('cadastro', person);
  const wizard = pageWizard(site);
  wizard.form.change('password', password);
  flushSync(() => storeCredentials(grant));
  expect(typedTexts()).not.toBe('');
  expect(pageWizard(site)).toBe(wizard);
  const comeBack = () =>
    flushSync(() =>
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    );
  comeBack();
  expect(typedTexts()).not.toBe('');
  deleteCredentials();
  deleteDrafts();
  comeBack();
  expect(typedTexts()).toBe('');
  expect(pageWizard(site)).not.toBe(wizard);
});
