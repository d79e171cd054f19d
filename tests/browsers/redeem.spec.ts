import { newCollector } from '../e2e/points.ts';
import { test } from './engines.ts';
import { arrives, signIn } from './steps.ts';

test.use({ siteName: 'everything' });

test('points are redeemed, and the order is there', async ({ tab, view, site }) => {
  const { person } = await newCollector(site, 4);
  await tab.open(`${site.url}/entrar`);
  await signIn(view, person);
  await arrives(tab, `${site.url}/`);
  await tab.open(`${site.url}/resgatar`);
  await view.press('button', 'Mais um: Cesta Sorriso');
  const footer = view.part('region', 'Seu resgate');
  await footer.press('button', 'Resgatar');
  await footer.says('Resgate realizado com sucesso!');
  await footer.press('link', 'Ver meus resgates');
  await view.shows('heading', 'Meus Resgates');
});
