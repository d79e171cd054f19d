import type { Document } from '../../contract/hotsite.ts';

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

export const participation: Section = {
  title: 'Como participar',
  paragraphs: [
    'Comprar R$ 10,00 (dez reais) ou mais em produtos participantes, na mesma nota ou cupom fiscal. Valores de notas diferentes não se somam.',
    'Fazer o cadastro no site, com nome, CPF, estado, data de nascimento, celular e e-mail, e aceitar este regulamento e a política de privacidade.',
    'Enviar a foto (JPG ou PNG) ou o PDF da nota, de até 5MB, e conferir código, data da compra, CNPJ da loja e valor.',
    'Cada nota pode ser cadastrada uma única vez, por um único participante.',
    'A nota original deve ser guardada até o fim da promoção: ela será pedida na entrega do prêmio.',
  ],
};

export const disqualification: Section = {
  title: 'Desclassificação',
  paragraphs: [
    'Não valem notas ilegíveis, rasuradas, adulteradas, preenchidas à mão, de compras fora do período, sem produto participante ou já cadastradas.',
    'A devolução dos produtos anula os números da sorte e o prêmio da nota correspondente.',
    'Indícios de fraude levam à desclassificação, comunicada ao participante com o motivo.',
  ],
};

export const prizeDelivery: Section = {
  title: 'Divulgação e entrega',
  paragraphs: [
    'O resultado é publicado no site e os contemplados são avisados por telefone e e-mail em até 7 (sete) dias úteis.',
    'O prêmio é entregue sem custo, em carteira digital, em até 30 (trinta) dias, mediante documento de identidade, CPF e a nota original.',
    'O prêmio é pessoal e não pode ser trocado por dinheiro.',
    'O direito ao prêmio prescreve em 180 (cento e oitenta) dias contados da apuração ou do fim da promoção, e o valor é recolhido à União.',
  ],
};

export const personalData: Section = {
  title: 'Dados pessoais e imagem',
  paragraphs: [
    'Os dados são tratados conforme a Lei nº 13.709/2018 e a política de privacidade do site.',
    'Os contemplados autorizam a divulgação de nome, cidade, imagem e voz por até 1 (um) ano após a apuração, sem custo.',
  ],
};

export const finalProvisions: Section = {
  title: 'Disposições gerais',
  paragraphs: [
    'Dúvidas são resolvidas em Fale conosco; casos omissos, pela promotora e, persistindo, pela Secretaria de Prêmios e Apostas do Ministério da Fazenda.',
    'Reclamações podem ser levadas aos órgãos de defesa do consumidor.',
    'A participação implica a aceitação deste regulamento. Fica eleito o foro do domicílio do participante.',
  ],
};
