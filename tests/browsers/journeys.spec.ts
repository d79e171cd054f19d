import { newPerson } from '../support/people.ts';
import { registerAt } from '../support/site-actions.ts';
import { expect, test } from './browser-test.ts';
import {
  arrives,
  chooseAndRead,
  saveReceipt,
  signIn,
  signUpAtHome,
  writeReceiptFile,
} from './steps.ts';

test('a person signs up, sends a receipt, and sees its numbers', async ({
  tab,
  view,
  site,
}, info) => {
  await tab.open(`${site.url}/#cadastrar`);
  await signUpAtHome(view, newPerson());
  await arrives(tab, `${site.url}/nova-nota`);

  const { path, key, cnpj, date } = await writeReceiptFile('photo', 3_001, info);
  await chooseAndRead(view, path);
  const digits = (text: string) => new RegExp(`^${[...text].join('\\D*')}$`);
  await view.holds('Código da Nota', digits(key));
  await view.holds('CNPJ', digits(cnpj));
  await view.holds('Data da compra', date);
  const result = await saveReceipt(view, { accelerator: 'Sim', numbers: '11 números da sorte' });
  await result.press('button', 'Fechar');
  await arrives(tab, `${site.url}/`);
  await tab.open(`${site.url}/minhas-notas`);
  await view.shows('heading', 'Nota 1');
  await view.press('button', /^Meus números/);
  await view.part('dialog', /./).says(/(\d\.\d{5}[^.]*){11}/);
});

test.describe('where everything moves', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('a person signs in, and out again', async ({ tab, view, site }) => {
    const { person } = await registerAt(site);
    await tab.open(`${site.url}/entrar`);
    await signIn(view, person);
    await arrives(tab, `${site.url}/`);
    await view.shows('link', 'PARTICIPAR');
    await tab.evaluate(`document.querySelector('.menu').open = true`);
    await view.press('link', 'Sair');
    await arrives(tab, `${site.url}/`);
    await view.shows('link', 'CADASTRE-SE');
  });
});

test('the camera in the page takes the photo where the browser has one', async ({
  tab,
  view,
  site,
  browserKind,
}) => {
  const { person } = await registerAt(site);
  await tab.open(`${site.url}/entrar`);
  await signIn(view, person);
  await arrives(tab, `${site.url}/`);
  await tab.open(`${site.url}/nova-nota`);
  if (browserKind === 'Firefox') {
    await view.press('button', 'Abrir câmera');
    await view.says('Aproxime o QR Code');
    await expect
      .poll(() => tab.evaluate(`document.querySelector('video').videoWidth > 0`))
      .toBe(true);
    await view.press('button', 'Fotografar a nota inteira');
    await view.says('Preencha os campos com os dados dela');
    await view.says('nota.jpg');
  } else {
    await view.shows('button', 'Abrir câmera', 0);
    await view.shows('button', 'Escolher arquivo');
  }
});
