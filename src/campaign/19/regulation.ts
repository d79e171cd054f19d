import type { Document } from '../../contract/hotsite.ts';
import { formatDayOf } from '../../rules/dates.ts';
import { authorisationYear, type Dates, drawDay } from './calendar.ts';

type Section = Document['sections'][number];

export function company(certificate: string, modality: string): Section {
  return {
    title: 'Empresa promotora e autorização',
    paragraphs: [
      'Brisal Higiene Bucal Ltda., CNPJ 12.ABC.345/01DE-35, com sede em Curitiba, PR.',
      `Promoção Escovou, Brilhou!, modalidade ${modality}, com Certificado de Autorização SPA/MF nº ${certificate}.`,
    ],
  };
}

export const area: Section = {
  title: 'Quem pode participar',
  paragraphs: [
    'Pessoas físicas, com 18 anos ou mais, residentes e domiciliadas nos estados do Paraná, de Santa Catarina e do Rio Grande do Sul.',
    'Cada CPF admite um único cadastro.',
    'Não podem participar sócios, administradores e empregados da promotora e das empresas que trabalham na promoção.',
  ],
};

export const products: Section = {
  title: 'Produtos participantes',
  paragraphs: [
    'Participam os produtos da marca Brisal listados em Produtos participantes, na página inicial do site.',
    'O Creme dental Carvão Ativado é o produto acelerador.',
    'A promoção não inclui medicamentos, armas e munições, explosivos, fogos de artifício, bebidas alcoólicas, fumo e seus derivados.',
  ],
};

const participation: Section = {
  title: 'Como participar',
  paragraphs: [
    'Comprar R$ 10,00 (dez reais) ou mais em produtos participantes, na mesma nota ou cupom fiscal. Valores de notas diferentes não se somam.',
    'Fazer o cadastro no site, com nome, CPF, estado, data de nascimento, celular e e-mail, e aceitar este regulamento e a política de privacidade.',
    'Enviar a foto (JPG ou PNG) ou o PDF da nota, de até 5MB, e conferir código, data da compra, CNPJ da loja e valor.',
    'Cada nota pode ser cadastrada uma única vez, por um único participante.',
    'A nota original deve ser guardada até a entrega dos prêmios, também depois do fim da promoção: ela será pedida a quem ganhar.',
  ],
};

const disqualification: Section = {
  title: 'Desclassificação',
  paragraphs: [
    'Não valem notas ilegíveis, rasuradas, adulteradas, preenchidas à mão, de compras fora do período, sem produto participante ou já cadastradas.',
    'A devolução dos produtos anula os números da sorte e o prêmio da nota correspondente.',
    'Indícios de fraude levam à desclassificação, comunicada ao participante com o motivo.',
  ],
};

const prizeDelivery: Section = {
  title: 'Divulgação e entrega',
  paragraphs: [
    'O resultado é publicado no site e os contemplados são avisados por telefone e e-mail em até 7 (sete) dias úteis.',
    'O prêmio é entregue sem custo, em carteira digital, em até 30 (trinta) dias, mediante documento de identidade, CPF e a nota original.',
    'O prêmio é pessoal e não pode ser trocado por dinheiro.',
    'O direito ao prêmio prescreve em 180 (cento e oitenta) dias contados da apuração ou do fim da promoção, e o valor é recolhido à União.',
  ],
};

const personalData: Section = {
  title: 'Dados pessoais e imagem',
  paragraphs: [
    'Os dados são tratados conforme a Lei nº 13.709/2018 e a política de privacidade do site.',
    'Os contemplados autorizam a divulgação de nome, parte do CPF, cidade, imagem e voz por até 1 (um) ano após a apuração, sem custo.',
  ],
};

const finalProvisions: Section = {
  title: 'Disposições gerais',
  paragraphs: [
    'Dúvidas são resolvidas em Fale conosco; casos omissos, pela promotora e, persistindo, pela Secretaria de Prêmios e Apostas do Ministério da Fazenda.',
    'Reclamações podem ser levadas aos órgãos de defesa do consumidor.',
    'A participação implica a aceitação deste regulamento. Fica eleito o foro do domicílio do participante.',
  ],
};

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
        'A propriedade do prêmio é comprovada até 8 (oito) dias antes da apuração.',
        'O imposto de renda sobre o prêmio, de 20% (vinte por cento), é recolhido na fonte pela promotora: o contemplado recebe o valor inteiro.',
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
        'Ganha a primeira nota enviada a partir de cada momento. Um momento sem nota passa para a próxima nota enviada. O prêmio de uma nota recusada volta em um momento sorteado entre a recusa e o fim do período.',
        'Cada nota dá direito a uma chance. O resultado aparece na tela logo após o envio e é provisório até a conferência da nota.',
        'Cada CPF pode receber 1 (um) prêmio na hora em toda a promoção.',
      ],
    },
    {
      title: 'Prêmios',
      paragraphs: [
        '500 (quinhentos) cartões-presente de R$ 100,00 (cem reais) cada, sem função de saque, no total de R$ 50.000,00 (cinquenta mil reais).',
        'A propriedade dos prêmios é comprovada antes do início da promoção.',
        'O valor dos prêmios que nenhuma nota ganhar até o fim do período é recolhido à União.',
      ],
    },
    ...closing,
  ]);
}

/** A summary of what most people want to know; only the text itself is binding. */
export function drawSummary(dates: Dates): string[] {
  return [
    ...whoAndWhen(dates),
    'Cada nota vale **1 número da sorte**; com o Creme dental Carvão Ativado, **mais 10**.',
    `O sorteio é em **${drawDay(dates)}**, pela Loteria Federal. O prêmio é **1 ano de mercado grátis**: R$ 12.000,00 em cartão-presente.`,
    '**Guarde a nota original**: ela é pedida na entrega do prêmio.',
  ];
}

export function instantPrizeSummary(dates: Dates): string[] {
  return [
    ...whoAndWhen(dates),
    'Cada nota enviada é uma chance de ganhar na hora um **cartão-presente de R$ 100,00**. São 500.',
    'O resultado aparece na tela e vale **depois da conferência** da nota. Cada CPF ganha um.',
    '**Guarde a nota original**: ela é pedida na entrega do prêmio.',
  ];
}

function whoAndWhen({ startsAt, endsAt }: Dates): string[] {
  return [
    'Para quem tem **18 anos ou mais** e mora no Paraná, em Santa Catarina ou no Rio Grande do Sul.',
    `De **${formatDayOf(startsAt)} a ${formatDayOf(endsAt)}**: **R$ 10,00 ou mais** em produtos Brisal na mesma nota.`,
  ];
}

const closing: Section[] = [disqualification, prizeDelivery, personalData, finalProvisions];

function period({ startsAt, endsAt }: Dates): Section {
  const [first, last] = [formatDayOf(startsAt), formatDayOf(endsAt)];
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
