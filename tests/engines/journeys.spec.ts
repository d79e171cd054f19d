import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { todayInSaoPaulo } from '../../src/rules/dates.ts';
import { receiptFile } from '../e2e/fixtures.ts';
import { newPerson } from '../support/people.ts';
import { newAccessKey, shopCnpj } from '../support/receipt-body.ts';
import { registerAt } from '../support/served-consumer.ts';
import { expect, test } from './engines.ts';
import { arrives, signIn, signUp } from './steps.ts';

test('a person signs up, types a receipt that cannot be read, and sees its numbers', async ({
  tab,
  view,
  site,
}, info) => {
  await tab.open(`${site.url}/#cadastrar`);
  await signUp(view, newPerson());
  await arrives(tab, `${site.url}/nova-nota`);

  const picture = info.outputPath('nota.png');
  await sharp({ create: { width: 400, height: 600, channels: 3, background: '#ddd' } }).toFile(
    picture,
  );
  await view.attach('Escolher arquivo', picture);
  await view.press('button', 'ler cupom');
  const today = todayInSaoPaulo(new Date());
  await view.fill('Código da Nota', newAccessKey(today));
  await view.fill('Data da compra', today.split('-').reverse().join('/'));
  await view.fill('CNPJ', shopCnpj);
  await view.fill('Valor Total', '54,90');
  await view.press('radio', 'Sim');
  await view.press('button', 'salvar');
  const result = view.part('dialog', 'Cupom cadastrado com sucesso');
  await result.says('11 números da sorte');
  await result.press('link', 'Ver minhas notas');
  await view.shows('heading', 'Nota 1');
  await view.press('button', /números da sorte/i);
  await expect
    .poll(async () => (await view.part('dialog', /./).text()).match(/\d\.\d{5}/g))
    .toHaveLength(11);
});

test('a person signs in and has a receipt’s picture read', async ({ tab, view, site }, info) => {
  const { person } = await registerAt(site);
  await tab.open(`${site.url}/entrar`);
  await signIn(view, person);
  await arrives(tab, `${site.url}/`);
  await tab.open(`${site.url}/nova-nota`);
  const { file, key, date } = await receiptFile('picture', 3_001);
  const picture = info.outputPath(file.name);
  await writeFile(picture, file.buffer);
  await view.attach('Escolher arquivo', picture);
  await view.press('button', 'ler cupom');
  await view.holds('Código da Nota', new RegExp(key.match(/.{4}/g)?.join(' ?') ?? ''));
  await view.holds('Data da compra', date);
  await tab.open(`${site.url}/sair`);
  await arrives(tab, `${site.url}/`);
  await view.shows('link', 'CADASTRE-SE');
});
