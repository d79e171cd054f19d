import type { Retailer } from '../../contract/hotsite.ts';

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

/** Invented as the chains are: the CNPJ is one that documentation uses. */
const receiptShops: Readonly<Record<string, Retailer['shops']>> = {
  'bom-vizinho': { cnpjRoots: ['11222333'], at: 'na Bom Vizinho' },
};

export const retailers19: Retailer[] = chains.map(([name, mark]) => ({
  name,
  logo: `/lojas/${mark}.svg`,
  url: `https://${mark}.example/busca?q=brisal`,
  shops: receiptShops[mark] ?? null,
}));
