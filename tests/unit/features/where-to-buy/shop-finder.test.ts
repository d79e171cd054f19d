import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retailers19 } from '../../../../src/campaign/19/retailers.ts';
import type { Position } from '../../../../src/contract/hotsite.ts';
import {
  type FoundShops,
  openFinder,
  type ShopFinder,
} from '../../../../src/features/where-to-buy/shop-finder.ts';

let shown: FoundShops[] = [];
beforeEach(() => {
  shown = [];
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('fetch', async () => Response.json(retailers19.filter(({ places }) => places)));
});
afterEach(() => vi.unstubAllGlobals());

function openShopFinder(): Promise<ShopFinder> {
  return openFinder(retailers19, '/places.json', (found) => shown.push(found));
}

/** A browser that answers so; a number is an error's code. */
function browserAnswers(answer: Position | 1 | 2 | 3): void {
  const getCurrentPosition = (
    onPosition: (position: { coords: Position }) => void,
    onError: (error: { code: number }) => void,
  ) => (typeof answer === 'number' ? onError({ code: answer }) : onPosition({ coords: answer }));
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
}

const names = (found: FoundShops | undefined) => found?.shops?.map(({ name }) => name);

test.each([
  ['GRALHA', ['Super Gralha'], '1 loja encontrada.'],
  ['emporio', ['Empório Catarina'], '1 loja encontrada.'],
  ['florianopolis', ['Farma Serena', 'Mercado Litoral'], '2 lojas encontradas.'],
  ['  bom   curitiba ', ['Bom Vizinho'], '1 loja encontrada.'],
  ['pelotas rs', ['Atacado Campeiro'], '1 loja encontrada.'],
  ['Pelotas, RS', ['Atacado Campeiro'], '1 loja encontrada.'],
  ['Pelotas/RS', ['Atacado Campeiro'], '1 loja encontrada.'],
  ['Pelotas (RS)', ['Atacado Campeiro'], '1 loja encontrada.'],
])('"%s" finds shops by name and city, without accents and case', async (text, found, message) => {
  const finder = await openShopFinder();
  finder.search(text);
  expect(names(shown[0])).toEqual(found);
  expect(shown[0]?.message).toBe(message);
});

test('a search without result says in which states there are shops, and keeps all of them', async () => {
  const finder = await openShopFinder();
  finder.search('manaus');
  expect(shown).toEqual([
    {
      shops: retailers19,
      message: 'Nada encontrado para “manaus”. Tente uma cidade de PR, RS e SC.',
    },
  ]);
});

test('a search without result names no states where there are many', async () => {
  const places = ['AC', 'AL', 'AM', 'AP', 'BA', 'CE'].map((state) => ({ city: 'Centro', state }));
  vi.stubGlobal('fetch', async () => Response.json([{ name: 'Super Gralha', places }]));
  const finder = await openShopFinder();
  finder.search('manaus');
  expect(shown[0]?.message).toBe('Nada encontrado para “manaus”. Tente outra cidade.');
});

test('a city that was searched is shown with its shop, and no words show all again', async () => {
  const finder = await openShopFinder();
  finder.search('joinville');
  expect(shown[0]?.shops).toMatchObject([
    { name: 'Bom Vizinho', where: 'Rua do Príncipe-Negro, 55\nJoinville, SC' },
  ]);
  finder.search(' ');
  expect(shown[1]).toEqual({ shops: retailers19, message: '' });
});

test('near me lists the nearest shop of each chain by distance, and chains without positions last', async () => {
  browserAnswers({ latitude: -25.43, longitude: -49.27 });
  const finder = await openShopFinder();
  await finder.nearMe();
  expect(shown[0]).toEqual({ message: 'Procurando onde você está…' });
  expect(shown[1]?.message).toBe('Por distância. Mais próxima: Bom Vizinho, a\u00a0800\u00a0m.');
  expect(names(shown[1])).toEqual([
    'Bom Vizinho',
    'Super Gralha',
    'Rede Araucária',
    'Empório Catarina',
    'Mercado Litoral',
    'Farma Serena',
    'Casa do Pinhão',
    'Serra Atacado',
    'Drogaria Aurora',
    'Atacado Campeiro',
    'Farmácia do Vale',
    'Varejão Planalto',
  ]);
  expect(shown[1]?.shops?.[0]?.where).toBe('Rua das Acácias, 120\nCuritiba, PR\na\u00a0800\u00a0m');
  expect(shown[1]?.shops?.[9]?.where).toBe('Pelotas, RS');
  expect(shown[1]?.shops?.[11]?.where).toBeUndefined();

  finder.search('porto alegre');
  expect(shown[2]?.shops?.map(({ where }) => where)).toEqual([
    'Avenida da Aurora, 410\nPorto Alegre, RS\na\u00a0546\u00a0km',
    'Rua do Guaíba, 600\nPorto Alegre, RS\na\u00a0547\u00a0km',
  ]);
});

test('near me after a search without result: all shops by distance, and what was not found', async () => {
  browserAnswers({ latitude: -25.43, longitude: -49.27 });
  const finder = await openShopFinder();
  finder.search('Manaus');
  await finder.nearMe();
  expect(shown.at(-1)?.message).toBe(
    'Nada encontrado para “Manaus”. Por distância. Mais próxima: Bom Vizinho, a\u00a0800\u00a0m.',
  );
  expect(shown.at(-1)?.shops).toHaveLength(retailers19.length);
});

test.each([
  [1, 'A localização não foi permitida. Busque pela cidade.'],
  [2, 'Não foi possível saber onde você está. Busque pela cidade.'],
  [3, 'A localização demorou demais. Tente de novo ou busque pela cidade.'],
] as const)('a failed location (%i) is reported, and the list stays', async (code, message) => {
  browserAnswers(code);
  const finder = await openShopFinder();
  await finder.nearMe();
  expect(shown.at(-1)).toEqual({ message });
});

test('a page whose library replaces the entries of lists, as Prototype.js does, finds cities', async () => {
  const entries = vi.spyOn(Array.prototype, 'entries').mockImplementation(function copy(
    this: unknown[],
  ) {
    return this.slice() as never;
  });
  try {
    (await openShopFinder()).search('itajai');
  } finally {
    entries.mockRestore();
  }
  expect(names(shown[0])).toEqual(['Mercado Litoral']);
});

test('a page without HTTPS, or a browser without location, says so', async () => {
  vi.stubGlobal('navigator', {});
  const finder = await openShopFinder();
  await finder.nearMe();
  vi.stubGlobal('isSecureContext', false);
  browserAnswers({ latitude: 0, longitude: 0 });
  await finder.nearMe();
  const message = 'Não foi possível saber onde você está. Busque pela cidade.';
  expect(shown.map((found) => found.message)).toEqual([
    'Procurando onde você está…',
    message,
    'Procurando onde você está…',
    message,
  ]);
  expect(names(shown[3])).toBeUndefined();
});

test.each([
  ['no line', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a page of another kind', async () => new Response('<!doctype html>')],
  ['another shape', async () => Response.json([{ name: 1 }])],
])(
  'places that fail to load (%s): shops are found by name, and no city is reported empty',
  async (_, answer) => {
    vi.stubGlobal('fetch', answer);
    const finder = await openShopFinder();
    finder.search('gralha');
    expect(names(shown[0])).toEqual(['Super Gralha']);
    finder.search('curitiba');
    expect(shown[1]).toEqual({
      shops: retailers19,
      message: 'Não foi possível ler as cidades agora. Busque pelo nome da loja.',
      canRetry: true,
    });
    // Without the shops' places there is no distance, so the browser is not asked for the person's.
    browserAnswers({ latitude: -25.43, longitude: -49.27 });
    await finder.nearMe();
    expect(shown.slice(2)).toEqual([{ message: shown[1]?.message, canRetry: true }]);
  },
);
