import type { Document } from '../../contract/hotsite.ts';
import { authorisationYear, type Dates, dayText, drawDay } from './calendar.ts';
import {
  area,
  company,
  disqualification,
  finalProvisions,
  participation,
  personalData,
  prizeDelivery,
  products,
} from './regulation-common.ts';

export function drawRegulation(dates: Dates): Document {
  return numbered('Regulamento do sorteio', [
    company(`04.000001/${authorisationYear(dates)}`, 'assemelhada a sorteio'),
    period(dates),
    area,
    products,
    participation,
    {
      title: 'Números da sorte',
      paragraphs: [
        'Cada nota cadastrada com R$ 10,00 ou mais em produtos participantes gera 1 (um) número da sorte, seja qual for a quantidade comprada.',
        'A nota que tem ao menos uma unidade do Creme dental Carvão Ativado gera mais 10 (dez) números da sorte, uma única vez por nota.',
        'O número da sorte tem a forma S.NNNNN: S é a série, de 0 a 9, e NNNNN é o elemento sorteável, de 00000 a 99999. São 10 (dez) séries de 100.000 (cem mil) números cada.',
        'Os números são distribuídos de forma concomitante, aleatória e equitativa. Se todos forem distribuídos antes do fim do período, a participação se encerra e o aviso é publicado no site.',
        'O participante consulta seus números em Minhas notas. A quantidade distribuída em cada série, o resumo criptográfico que trava a ordem dos números e, depois do encerramento, a lista completa são publicados na página Transparência do site.',
      ],
    },
    {
      title: 'Apuração',
      paragraphs: [
        `O sorteio ocorre com base na extração da Loteria Federal de ${drawDay(dates)}. Se não houver extração nessa data, vale a extração seguinte.`,
        'A série é o algarismo da dezena simples do 1º prêmio. O elemento sorteável são os algarismos das unidades simples do 1º ao 5º prêmio, lidos de cima para baixo.',
        'Exemplo: com os prêmios 12.345, 67.890, 11.121, 31.415 e 92.653, o número contemplado é 4.50153.',
        'Se o número apurado não tiver sido distribuído, ganha o número distribuído mais próximo na mesma série; entre dois à mesma distância, o superior. Se a série não tiver números distribuídos, vale a série mais próxima, da mesma forma.',
        'A lista dos números que concorrem é fechada e publicada antes da extração; o que for anulado depois não muda o sorteio. O contemplado que for desclassificado é sucedido pelo número seguinte, pela mesma regra, até o quinto; os dois são publicados, com o motivo.',
      ],
    },
    {
      title: 'Prêmio',
      paragraphs: [
        '1 (um) prêmio: 1 ano de mercado grátis, entregue como cartão-presente de supermercado, sem função de saque, no valor de R$ 12.000,00 (doze mil reais).',
      ],
    },
    ...closing,
  ]);
}

export function instantPrizeRegulation(dates: Dates): Document {
  return numbered('Regulamento do prêmio na hora', [
    company(`05.000001/${authorisationYear(dates)}`, 'assemelhada a vale-brinde'),
    period(dates),
    area,
    products,
    participation,
    {
      title: 'Como se ganha na hora',
      paragraphs: [
        'Antes do início da promoção, os momentos (dia, hora, minuto e segundo) de cada um dos 500 prêmios são definidos e guardados em sigilo; o resumo criptográfico da lista é publicado, de modo que qualquer pessoa possa conferi-la depois do encerramento.',
        'Ganha a primeira nota enviada a partir de cada momento. Um momento sem nota passa para a próxima nota enviada.',
        'Cada nota dá direito a uma chance. O resultado aparece na tela logo após o envio e é provisório até a conferência da nota.',
        'Cada CPF pode receber 1 (um) prêmio na hora em toda a promoção.',
      ],
    },
    {
      title: 'Prêmios',
      paragraphs: [
        '500 (quinhentos) cartões-presente de R$ 100,00 (cem reais) cada, sem função de saque, no total de R$ 50.000,00 (cinquenta mil reais).',
      ],
    },
    ...closing,
  ]);
}

/** A summary of what most people want to know; only the text itself is binding. */
export function drawSummary(dates: Dates): string[] {
  return [
    ...whoAndWhen(dates),
    'Cada nota vale 1 número da sorte; com o Creme dental Carvão Ativado, mais 10.',
    `O sorteio é em ${drawDay(dates)}, pela Loteria Federal. O prêmio é 1 ano de mercado grátis: R$ 12.000,00 em cartão-presente.`,
    'Guarde a nota original: ela é pedida na entrega do prêmio.',
  ];
}

export function instantPrizeSummary(dates: Dates): string[] {
  return [
    ...whoAndWhen(dates),
    'Cada nota enviada é uma chance de ganhar na hora um cartão-presente de R$ 100,00. São 500.',
    'O resultado aparece na tela e vale depois da conferência da nota. Cada CPF ganha um.',
    'Guarde a nota original: ela é pedida na entrega do prêmio.',
  ];
}

function whoAndWhen({ startsAt, endsAt }: Dates): string[] {
  return [
    'Para quem tem 18 anos ou mais e mora no Paraná, em Santa Catarina ou no Rio Grande do Sul.',
    `De ${dayText(startsAt)} a ${dayText(endsAt)}: R$ 10,00 ou mais em produtos Brisal na mesma nota.`,
  ];
}

type Section = Document['sections'][number];

const closing: Section[] = [disqualification, prizeDelivery, personalData, finalProvisions];

function period({ startsAt, endsAt }: Dates): Section {
  const [first, last] = [dayText(startsAt), dayText(endsAt)];
  return {
    title: 'Período',
    paragraphs: [
      `Participam as compras feitas e as notas cadastradas de ${first}, 00h00, a ${last}, 23h59, horário de Brasília.`,
    ],
  };
}

function numbered(title: string, sections: Section[]): Document {
  return {
    title,
    sections: sections.map((section, index) => ({
      title: `${index + 1}. ${section.title}`,
      paragraphs: section.paragraphs.map((text, line) => `${index + 1}.${line + 1}. ${text}`),
    })),
  };
}
