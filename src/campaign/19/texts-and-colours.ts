import type { Hotsite, Palette } from '../../contract/hotsite.ts';
import { formatDayOf } from '../../rules/dates.ts';
import { authorisationYear, type Dates, drawDay } from './calendar.ts';
import { accelerator19 } from './forms.ts';
import { cookiesPolicy19, privacy19 } from './privacy-and-cookies.ts';
import {
  drawRegulation,
  drawSummary,
  instantPrizeRegulation,
  instantPrizeSummary,
} from './regulation.ts';
import { retailers19 } from './retailers.ts';

export const palette19: Palette = {
  primary: '#14d3b2',
  accent: '#ffc62e',
  ink: '#0f1d24',
  surface: '#ffffff',
  success: '#0a7a4b',
  warning: '#8a5a00',
  danger: '#c4242f',
};

const theme: Hotsite['theme'] = {
  motif: 'SMILE',
  mascot: { name: 'Brilho' },
  palette: palette19,
};

export const sampleBrand = 'Brisal';

const header: Hotsite['header'] = {
  brand: sampleBrand,
  wordmark: {
    path: 'M5 22h13a8 8 0 0 1 0 15H5V6h11a8 8 0 0 1 0 16M37 37V19m0 8q1-9 11-8M59 37V19m0-12v.1M86 19c-5-3-14-2-14 3 0 6 15 6 15 12 0 6-11 7-16 3M114 19v18m0-9a9 9 0 1 0-18 0 9 9 0 0 0 18 0M127 6v31',
    width: 134,
    height: 48,
  },
  links: [
    { label: 'HOME', url: '/' },
    { label: 'COMO PARTICIPAR', url: '/#como-participar' },
    { label: 'PREMIAÇÃO', url: '/#premiacao' },
    { label: 'PRODUTOS PARTICIPANTES', url: '/#produtos-participantes' },
    { label: 'ONDE COMPRAR', url: '/#onde-comprar' },
  ],
};

export function hotsite19(dates: Dates): Hotsite {
  const year = authorisationYear(dates);
  return {
    status: 'PUBLISHED',
    internalUrl: null,
    externalUrl: null,
    theme,
    header,
    installPictures: [
      { picture: '/telas/inicio-larga.webp', width: 1280, height: 800 },
      { picture: '/telas/inicio.webp', width: 720, height: 1480 },
      { picture: '/telas/resultado.webp', width: 720, height: 1480 },
      { picture: '/telas/minhas-notas.webp', width: 720, height: 1480 },
    ],
    footer: {
      summary: `Promoção válida de ${periodOf(dates)} para maiores de 18 anos residentes em PR, SC e RS. Guarde o cupom fiscal original. Consulte o regulamento. Imagens ilustrativas.`,
      certificates: [
        { engineType: 'DRAW', label: 'Sorteio', number: `SPA/MF nº 04.000001/${year}` },
        {
          engineType: 'INSTANT_PRIZE',
          label: 'Prêmio na hora (vale-brinde)',
          number: `SPA/MF nº 05.000001/${year}`,
        },
      ],
    },
    dataOfficer: {
      name: 'Helena Prado',
      contact: 'Para falar com ela, use Fale conosco e escolha o assunto Cadastro.',
    },
    cookiesPolicy: cookiesPolicy19,
    login: { enabled: true, newPageEnabled: true, layout: null },
    registration: { enabled: true, newPageEnabled: true, layout: null },
    pages: {
      home: homePage(dates),
      closedText: null,
      accelerator: accelerator19,
      privacy: privacy19,
      regulations: [
        { engineType: 'DRAW', summary: drawSummary(dates), text: drawRegulation(dates) },
        {
          engineType: 'INSTANT_PRIZE',
          summary: instantPrizeSummary(dates),
          text: instantPrizeRegulation(dates),
        },
      ],
    },
    engineTexts: {
      REVIEW: 'O resultado sai em até 3 dias úteis.',
      DRAW: 'Você concorre a 1 ano de mercado grátis.',
      INSTANT_PRIZE:
        'Conferimos cada nota em até 3 dias úteis, e o cartão-presente chega em até 30 dias, sem custo.',
      INSTANT_PRIZE_CONFIRMED:
        'Prêmio confirmado: o cartão-presente chega em até 30 dias, sem custo.',
    },
  };
}

function homePage(dates: Dates): Hotsite['pages']['home'] {
  return {
    eyebrow: 'Promoção Brisal',
    title: [
      { text: 'Escovou,', left: 14, width: 484 },
      { text: 'Brilhou!', left: 66, width: 428 },
    ],
    lead: 'Compre **R$ 10** em Brisal, envie a nota e concorra a **1 ano de mercado grátis**, mais **500 prêmios na hora**.',
    validity: `De ${periodOf(dates)}. Para maiores de 18 anos de PR, SC e RS.`,
    steps: [
      { title: 'Compre', text: 'R$ 10 ou mais em produtos Brisal, na mesma nota.' },
      { title: 'Envie a nota', text: 'Tire uma foto do cupom fiscal. A leitura é automática.' },
      {
        title: 'Concorra',
        text: 'Cada nota vale 1 número da sorte e uma chance na hora.',
      },
    ],
    boost: {
      figure: '+10',
      unit: 'números',
      title: 'Carvão Ativado acelera a sua sorte',
      text: 'Leve o creme dental Carvão Ativado e ganhe 10 números da sorte extras em cada nota.',
    },
    productSeal: '+10 números',
    prizesTitle: 'Prêmios de abrir o sorriso',
    prizes: [
      {
        campaignPrizeId: 901,
        kind: 'Sorteio final',
        text: `R$ 12 mil em cartão-presente de supermercado. Sorteio em ${drawDay(dates)} pela Loteria Federal.`,
      },
      {
        campaignPrizeId: 902,
        kind: 'Na hora',
        text: 'São 500: enviou a nota, descobriu. Um prêmio por pessoa.',
      },
    ],
    signUp: {
      title: 'Faça seu cadastro',
      promises: [
        'Seus números da sorte num só lugar',
        'Prêmio na hora: o resultado aparece ao enviar a nota',
        'Seus dados protegidos, como manda a LGPD',
      ],
    },
    retailers: retailers19,
  };
}

function periodOf({ startsAt, endsAt }: Dates): string {
  return `${formatDayOf(startsAt)} a ${formatDayOf(endsAt)}`;
}
