import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { draftOf } from '../../../../src/client/storage.ts';
import type { SiteProps } from '../../../../src/environment.ts';
import { HomeForm } from '../../../../src/features/sign-up/home-form.island.tsx';
import {
  longFormConfig,
  signUpSections,
} from '../../../../src/features/sign-up/long-form.store.ts';
import { homeFormConfig } from '../../../../src/features/sign-up/sign-up-config.ts';
import { optInLabels } from '../../../../src/features/sign-up/sign-up-fields.ts';
import { ConsumerSections, SignUpForm } from '../../../../src/features/sign-up/sign-up-form.tsx';
import { createWizard } from '../../../../src/features/sign-up/wizard.ts';
import { homeProps } from '../../../../src/layouts/site-props.ts';
import { fieldId } from '../../../../src/ui/field.tsx';
import { createForm } from '../../../../src/ui/form.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { openHost } from '../../../support/site-environment.ts';

const gateway = await gatewayOfFile({ variant: 'all' });

let site: SiteProps;
beforeEach(() => {
  ({ site } = openHost(gateway));
});

/** What a form asks, from its top; the consents apart, whose labels have a class. */
function labelsOf(form: ReactNode): string[] {
  const labels = renderToStaticMarkup(form).matchAll(/<label for="[^"]*">([^<]*)/g);
  return [...labels].map(([, text = '']) => text);
}

const address = ['CEP', 'Rua', 'Número', 'Complemento (opcional)', 'Bairro', 'Cidade', 'UF'];
const added = [
  'E-mail de quem indicou você (opcional)',
  'Gênero (opcional)',
  'Perfil em rede social (opcional)',
  'Onde você costuma comprar (opcional)',
];

test('a person is asked the same in the same order by the page and by the home page', () => {
  expect(labelsOf(<SignUpForm site={site} poll={null} />)).toEqual([
    ...['Nome completo', 'CPF', 'Estado', 'Data de nascimento', 'Celular'],
    ...[...added, ...address, 'Email', 'Senha'],
  ]);
  expect(labelsOf(<HomeForm site={site} />)).toEqual([
    ...['Nome', 'CPF', 'Estado', 'Data de Nasc.', 'Celular'],
    ...[...address, 'E-mail', 'Senha'],
  ]);
});

test('the rule of a password shows before anything is typed', () => {
  for (const form of [
    <SignUpForm key="page" site={site} poll={null} />,
    <HomeForm key="home" site={site} />,
  ]) {
    const page = renderToStaticMarkup(form);
    const [, hint] = /aria-describedby="([^"]*)"[^>]*name="password"/.exec(page) ?? [];
    expect(page).toContain(
      `<p class="field-hint" id="${hint}">Mínimo de 6 caracteres, com letra minúscula e maiúscula`,
    );
  }
});

test('a company is asked what fits one: its own, then who represents it', () => {
  const { form } = createWizard(site);
  form.change('type', 'CORPORATE');
  const { campaign } = site;
  expect(labelsOf(<ConsumerSections form={form} heading="h3" campaign={campaign} />)).toEqual([
    ...['CNPJ', 'Razão Social', 'Estado'],
    ...['Nome do representante', 'CPF do representante', 'Celular', ...added],
  ]);
});

test('missing fields are listed in their order', () => {
  const { parts } = createWizard(site);
  const listed = Object.keys(parts[1]?.$errors.get() ?? {});
  const names = Object.keys(parts[1]?.labels ?? {}).filter((name) => listed.includes(name));
  expect(names).toEqual(['name', 'document', 'ADDRESS_STATE', 'birthDate', 'phone']);
});

test('a missing consent has the same name everywhere', () => {
  const names = [site, homeProps(gateway.gateway.snapshot)].map(
    ({ campaign }) => optInLabels(campaign)['optIns.PRIVACY'],
  );
  expect(names).toEqual(Array(2).fill('Regulamento e privacidade'));
});

test('the home page tells companies where to sign up, in a campaign that takes them', () => {
  expect(renderToStaticMarkup(<HomeForm site={site} />)).toContain(
    '<a href="/cadastro">Cadastrar uma empresa</a>',
  );
});

test('text typed in one form is in the others, and none loses what another one has', () => {
  const page = createForm(longFormConfig(site, null));
  page.restore();
  page.change('name', 'Ana Clara');
  page.change('GENDER', 'Feminino');
  page.change('companyName', 'Mercado Silva');
  page.change('type', 'CORPORATE');
  page.change('password', 'Escova1');

  const home = createForm(homeFormConfig(site));
  home.restore();
  // The home page's form has no fields of a company, and sends none that it does not show.
  expect(home.$values.get()).toEqual({ name: 'Ana Clara' });
  home.change('phone', '(41) 99999-0000');
  home.change('name', '');

  const later = createForm(longFormConfig(site, null));
  later.restore();
  expect(later.$values.get()).toEqual({
    GENDER: 'Feminino',
    companyName: 'Mercado Silva',
    type: 'CORPORATE',
    phone: '(41) 99999-0000',
  });
  expect(draftOf('cadastro').get()).not.toContain('Escova1');
});

test.each(['PERSON', 'CORPORATE'])(
  'each part of the sign-up page leads to an existing field of a %s',
  (type) => {
    const form = createForm(longFormConfig(site, null));
    form.change('type', type);
    const page = renderToStaticMarkup(<SignUpForm site={site} poll={null} form={form} />);
    for (const { required } of signUpSections(site.campaign, type))
      expect(page).toContain(`id="${fieldId(form, required[0] ?? '')}"`);
  },
);
