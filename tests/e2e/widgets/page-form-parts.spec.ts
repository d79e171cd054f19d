import { newPerson } from '../../support/people.ts';
import { expect } from '../fixtures.ts';
import { acceptPrivacy, fillAccess, fillAddress, fillPerson } from '../sign-up-fields.ts';
import { test } from './host-pages.ts';

test.use({ siteName: 'everything' });

test('what only some campaigns ask comes into the page too, and the person goes on', async ({
  page,
  host,
  site,
}) => {
  await page.goto(
    host.publish({
      html: `<!doctype html><title>Loja</title><promo-sign-up campaign="19" isolation="page"></promo-sign-up>
        <script async src="${site.url}/widgets/v1/sign-up.js"></script>`,
    }),
  );
  await page.getByRole('button', { name: 'Pessoa Jurídica' }).click();
  await expect(page.getByLabel('CNPJ')).toBeVisible();
  await page.getByRole('button', { name: 'Pessoa Física' }).click();
  await expect(page.getByRole('heading', { name: 'Pesquisa' })).toBeVisible();
  const person = newPerson();
  await fillPerson(page, person);
  await fillAddress(page);
  await fillAccess(page, person);
  await acceptPrivacy(page);
  await page.getByRole('button', { name: 'continuar' }).click();
  // A code from another origin lets nobody in: the site asks for the password once.
  await expect(page).toHaveURL(`${site.url}/entrar`);
});
