import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test } from 'vitest';
import { HomeNews } from '../../../../src/features/home/news.island.tsx';
import { openGateway } from '../../../support/gateway.ts';
import { openHost } from '../../../support/site-environment.ts';

const gateway = await openGateway();
afterAll(() => gateway.close());

test.each([
  ['1', '<b>1</b> prêmio restante'],
  ['500', '<b>500</b> prêmios restantes'],
])('the home page counts %s instant prizes in the right number', (prizes, shown) => {
  const { site } = openHost(gateway);
  const news = <HomeNews site={site} prizes={prizes} lastDay="30/11" drawDay={null} />;
  expect(renderToStaticMarkup(news)).toContain(shown);
});
