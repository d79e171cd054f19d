import type { Retailer, ShopPlace } from '../../contract/hotsite.ts';

const chains: [name: string, mark: string][] = [
  ['Bom Vizinho', 'bom-vizinho'],
  ['Rede Araucária', 'rede-araucaria'],
  ['Super Gralha', 'super-gralha'],
  ['Farma Serena', 'farma-serena'],
  ['Serra Atacado', 'serra-atacado'],
  ['Mercado Litoral', 'mercado-litoral'],
  ['Casa do Pinhão', 'casa-do-pinhao'],
  ['Drogaria Aurora', 'drogaria-aurora'],
  ['Empório Catarina', 'emporio-catarina'],
  ['Atacado Campeiro', 'atacado-campeiro'],
  ['Farmácia do Vale', 'farmacia-do-vale'],
  ['Varejão Planalto', 'varejao-planalto'],
];

/** Invented, like the chains; its CNPJ is an example number of documentation. */
const receiptShops: Readonly<Record<string, Retailer['shops']>> = {
  'bom-vizinho': { cnpjRoots: ['11222333'], at: 'na Bom Vizinho' },
};

const place = (
  city: string,
  state: string,
  address: string,
  latitude: number,
  longitude: number,
): ShopPlace => ({ city, state, address, position: { latitude, longitude } });

/** Invented addresses. Two chains name only cities, and one has no places at all. */
const places: Readonly<Record<string, ShopPlace[]>> = {
  'bom-vizinho': [
    place('Curitiba', 'PR', 'Rua das Acácias, 120', -25.4372, -49.27),
    place('Londrina', 'PR', 'Avenida do Lago, 800', -23.3103, -51.1628),
    place('Joinville', 'SC', 'Rua do Príncipe-Negro, 55', -26.3044, -48.8456),
  ],
  'rede-araucaria': [
    place('Curitiba', 'PR', 'Avenida dos Pinheirais, 2100', -25.4796, -49.2907),
    place('Cascavel', 'PR', 'Rua do Carvalho, 310', -24.9573, -53.459),
  ],
  'super-gralha': [
    place('Maringá', 'PR', 'Avenida das Palmeiras, 45', -23.4253, -51.9386),
    place('Curitiba', 'PR', 'Rua da Gralha-Azul, 9', -25.3931, -49.2346),
  ],
  'farma-serena': [
    place('Florianópolis', 'SC', 'Rua da Figueira, 77', -27.5966, -48.5495),
    place('Porto Alegre', 'RS', 'Rua do Guaíba, 600', -30.0331, -51.23),
  ],
  'serra-atacado': [place('Caxias do Sul', 'RS', 'Rodovia da Uva, km 4', -29.1685, -51.1796)],
  'mercado-litoral': [
    place('Itajaí', 'SC', 'Avenida do Porto, 1500', -26.9046, -48.6553),
    place('Florianópolis', 'SC', 'Rua das Rendeiras, 31', -27.6014, -48.4797),
  ],
  'casa-do-pinhao': [place('Lages', 'SC', 'Praça do Pinhão, 2', -27.8157, -50.3264)],
  'drogaria-aurora': [place('Porto Alegre', 'RS', 'Avenida da Aurora, 410', -30.0277, -51.2287)],
  'emporio-catarina': [place('Blumenau', 'SC', 'Rua dos Tecelões, 18', -26.9187, -49.066)],
  'atacado-campeiro': [{ city: 'Pelotas', state: 'RS' }],
  'farmacia-do-vale': [{ city: 'Blumenau', state: 'SC' }],
};

export const retailers19: Retailer[] = chains.map(([name, mark]) => ({
  name,
  logo: `/lojas/${mark}.svg`,
  url: `https://${mark}.example/busca?q=brisal`,
  places: places[mark] ?? null,
  shops: receiptShops[mark] ?? null,
}));
