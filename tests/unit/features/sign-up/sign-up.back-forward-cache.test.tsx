// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { draftOf } from '../../../../src/client/storage.ts';
import { environment, type IdentityProvider, setEnvironment } from '../../../../src/environment.ts';
import { HomeForm } from '../../../../src/features/sign-up/home-form.island.tsx';
import { SignUpPage } from '../../../../src/features/sign-up/sign-up.island.tsx';
import { pageWizard } from '../../../../src/features/sign-up/wizard.ts';
import { WizardDialog } from '../../../../src/features/sign-up/wizard-dialog.tsx';
import { siteProps } from '../../../../src/layouts/site-props.ts';
import { doublePressMs } from '../../../../src/ui/dialog.tsx';
import { fieldId } from '../../../../src/ui/field.tsx';
import { pageEnvironment } from '../../../support/page-environment.ts';
import { typedPerson } from '../../../support/people.ts';
import { renderInPage } from '../../../support/render-in-page.ts';
import { waitFor } from '../../../support/wait-for.ts';

const today = '2026-11-23';
const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today }),
);

const identity: Pick<IdentityProvider, 'signIn'> = {
  signIn: async () => ({ ok: true, value: { token: 'a.b.c', expiresAt: 0 } }),
};

function openPage(): string[] {
  const visited: string[] = [];
  setEnvironment(
    pageEnvironment({
      site,
      fetch: async () => Response.json({ id: 1 }, { status: 201 }),
      identity: async () => identity as IdentityProvider,
      navigate: (path) => void visited.push(path),
    }),
  );
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

/** This campaign asks no address. */
function typedPersonHere(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(typedPerson()).filter(([name]) => !name.startsWith('address.')),
  );
}

it('a group of questions that holds an answer is open when the draft comes back, the others are folded', () => {
  openPage();
  const all = siteProps(
    embeddedCampaign({ variant: 'all', window: 'live', tenantId: 'embedded', today }),
  );
  draftOf('cadastro').set(JSON.stringify({ GENDER: 'Feminino' }));
  renderInPage(<SignUpPage site={all} poll={null} minutes={2} />);
  const groups = [...document.querySelectorAll('.form-fold')].map((group) => [
    group.querySelector('summary')?.textContent,
    group.querySelector('details')?.open,
  ]);
  expect(groups).toEqual([
    ['Sobre você (opcional)', true],
    ['Suas compras (opcional)', false],
  ]);
});

it('a visitor who has an account already is offered to sign in below what is wrong, until the document is another', async () => {
  openPage();
  const fields = [{ field: 'document', message: 'Documento já cadastrado' }];
  const refused = { statusCode: 409, error: { code: 'DUPLICATE', message: '', fields } };
  setEnvironment({ ...environment(), fetch: async () => Response.json(refused, { status: 409 }) });
  renderInPage(<SignUpPage site={site} poll={null} minutes={2} />);
  const linksBelowSummary = () =>
    document.querySelectorAll('.error-summary + p > a[href="/#entrar"]').length;
  type(typedPersonHere());
  expect(linksBelowSummary()).toBe(0);
  document.querySelector('form')?.requestSubmit();
  await waitFor(() => expect(linksBelowSummary()).toBe(1));
  type({ document: typedPerson()['document'] ?? '' });
  await waitFor(() => expect(linksBelowSummary()).toBe(0));
});

const filledIn = () =>
  [...document.querySelectorAll<HTMLInputElement>('input, select')].filter(
    ({ type, checked, value }) => (type === 'checkbox' ? checked : value),
  ).length;

function comeBack(): void {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
}

const pages = [
  ['the home page', <HomeForm key="home" site={site} />],
  ['the page of the sign-up', <SignUpPage key="page" site={site} poll={null} minutes={2} />],
] as const;

it.each(pages)('who goes back to %s finds nothing that was sent', async (_page, form) => {
  const visited = openPage();
  renderInPage(form);
  const person = typedPersonHere();
  type(person);
  window.dispatchEvent(new Event('pagehide'));
  expect(filledIn(), 'what was not sent stays').toBe(Object.keys(person).length);

  document.querySelector('form')?.requestSubmit();
  await waitFor(() => expect(visited).toEqual(['/nova-nota']));
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('pageshow'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(filledIn()).toBe(0);
  expect(document.querySelector('button[type=submit]')?.hasAttribute('aria-busy')).toBe(false);
});

it.each(pages)(
  'who goes back to %s after a sign-out elsewhere finds nothing that was typed',
  async (_page, form) => {
    openPage();
    const root = renderInPage(form);
    type({ name: 'Rosa Prado' });
    comeBack();
    expect(filledIn(), 'the draft is still there').toBe(1);
    window.dispatchEvent(new Event('pagehide'));
    draftOf('cadastro').remove();
    comeBack();
    await new Promise((resolve) => setTimeout(resolve));
    expect(filledIn()).toBe(0);
    root.unmount();
  },
);

it.each(pages)(
  'what a browser emptied on the way back to %s is there again',
  async (_page, form) => {
    openPage();
    const root = renderInPage(form);
    const { document: cpf = '', password = '' } = typedPerson();
    type({ document: cpf, password });
    comeBack();
    const ids = ['document', 'password'].map((name) => fieldId({ id: 'cadastro' }, name));
    const fields = ids.map((id) => document.getElementById(id) as HTMLInputElement);
    for (const field of fields) field.value = '';
    await waitFor(() => expect(fields.map(({ value }) => value)).toEqual([cpf, password]));
    root.unmount();
  },
);

describe('the page of the sign-up, open across the end', () => {
  const { dataset } = document.documentElement;
  afterEach(() => {
    delete dataset['phase'];
  });

  /** @param answerSignUp what the gateway says to a sign-up that was sent before the end */
  function openUntilEnd(answerSignUp = async () => Response.json({})) {
    const visited: string[] = [];
    setEnvironment(
      pageEnvironment({
        site,
        fetch: async (_, { method } = {}) =>
          method === 'POST' ? await answerSignUp() : Response.json([]),
        identity: async () => ({}) as IdentityProvider,
        phase: () => (dataset['phase'] === 'over' ? 'over' : 'open'),
        navigate: (path) => void visited.push(path),
      }),
    );
    renderInPage(<SignUpPage site={site} poll={null} minutes={2} />);
    return { visited };
  }

  it('leads to the closed dialog', async () => {
    const { visited } = openUntilEnd();
    type({ name: 'Rosa Prado' });
    // As the page's script does at a click.
    dataset['phase'] = 'over';
    await waitFor(() => expect(visited).toEqual(['/#encerrada']));
  });

  it('waits for the answer to what is being sent', async () => {
    let answer: (response: Response) => void = () => {};
    const { visited } = openUntilEnd(() => new Promise((resolve) => (answer = resolve)));
    type(typedPersonHere());
    document.querySelector('form')?.requestSubmit();
    await waitFor(() =>
      expect(document.querySelector('button[type=submit][aria-busy=true]')).not.toBeNull(),
    );
    dataset['phase'] = 'over';
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(visited).toEqual([]);
    answer(
      Response.json({ code: 'CAMPAIGN_OVER', message: 'Encerrada', fields: [] }, { status: 400 }),
    );
    await waitFor(() => expect(visited).toContain('/#encerrada'));
  });
});

it('the wizard of a kept page begins again after a sign-out elsewhere', async () => {
  openPage();
  const { form, parts, $stepIndex } = pageWizard(site);
  form.restore();
  const person = typedPerson();
  for (const [name, text] of Object.entries(person)) form.change(name, text);
  await parts[0]?.submit();
  comeBack();
  expect([form.$values.get()['email'], $stepIndex.get()]).toEqual([person['email'], 1]);
  draftOf('cadastro').remove();
  comeBack();
  expect([form.$values.get()['email'] ?? '', $stepIndex.get()]).toEqual(['', 0]);
});

it('the last step of the wizard says that little is missing, and then that nothing is', async () => {
  openPage();
  const { form, parts, $stepIndex, steps } = pageWizard(site);
  const { document: cpf = '', ...rest } = typedPersonHere();
  for (const [field, text] of Object.entries(rest)) form.change(field, text);
  const moment = performance.now() + doublePressMs;
  const now = vi.spyOn(performance, 'now').mockReturnValue(moment);
  await parts[0]?.submit();
  now.mockRestore();
  expect($stepIndex.get()).toBe(steps.length - 1);
  const root = renderInPage(<WizardDialog site={site} onClose={() => {}} />);
  await waitFor(() => {
    for (const link of document.querySelectorAll('link')) link.dispatchEvent(new Event('load'));
    expect(document.body.textContent).toContain('Falta pouco para você participar!');
  });
  form.change('document', cpf);
  await waitFor(() => expect(document.body.textContent).toContain('Agora é só salvar!'));
  draftOf('cadastro').remove();
  comeBack();
  root.unmount();
});

it('a wizard that was sent does not delete what is typed in the next one', async () => {
  openPage();
  const sent = pageWizard(site);
  for (const [name, text] of Object.entries(typedPerson())) sent.form.change(name, text);
  let moment = performance.now();
  const now = vi.spyOn(performance, 'now').mockImplementation(() => moment);
  for (const part of sent.parts) {
    moment += doublePressMs;
    await part.submit();
  }
  now.mockRestore();
  await waitFor(() => expect(sent.form.$step.get().step).toBe('sent'));
  const next = pageWizard(site);
  next.form.restore();
  next.form.change('name', 'Rosa Prado');
  window.dispatchEvent(new Event('pagehide'));
  expect(draftOf('cadastro').get()).toContain('Rosa Prado');
});
