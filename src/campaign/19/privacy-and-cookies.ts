import type { Hotsite } from '../../contract/hotsite.ts';

/** `days`: how long the site remembers the answer about cookies. */
export const cookiesPolicy19 = { rejectEnabled: false, days: 31 };

/** Follows Lei 13.709/2018 (LGPD), articles 6 to 9 and 18. */
export const privacy19: Hotsite['pages']['privacy'] = {
  title: 'Política de privacidade',
  summary: [
    'Pedimos **só o que a promoção usa**: o seu cadastro e as suas notas.',
    '**Não vendemos dados.** De quem ganha aparecem nome, parte do CPF, cidade e número sorteado.',
    'Novidades da marca, **só se você quiser**: a escolha muda em Perfil, a qualquer hora.',
    'Em Perfil você também **baixa ou exclui** os seus dados.',
    'Passados os prazos da lei, os dados são **apagados ou ficam sem o seu nome**.',
  ],
  sections: [
    {
      title: '1. Quem cuida dos seus dados',
      paragraphs: [
        'A Brisal Higiene Bucal Ltda., CNPJ 12.ABC.345/01DE-35, promotora da promoção Escovou, Brilhou!, é a controladora dos dados que você informa neste site.',
      ],
    },
    {
      title: '2. Quais dados pedimos',
      paragraphs: [
        '- Do cadastro: nome, CPF, data de nascimento, estado, celular e e-mail. A senha fica guardada de forma que ninguém pode lê-la.',
        '- Das notas: imagem do cupom fiscal, código, data, CNPJ da loja e valor da compra.',
        '- Da entrega de prêmios: endereço, quando o prêmio precisa dele.',
        '- De onde você veio: se um site parceiro ou um anúncio trouxe você, o nome dele fica junto do seu cadastro e das suas notas, sem cookie.',
        '- Do uso do site: registros de acesso, exigidos pelo Marco Civil da Internet. Medições de visita só acontecem se você aceitar os cookies.',
      ],
    },
    {
      title: '3. Para que usamos',
      paragraphs: [
        '- Cumprir o regulamento que você aceitou: conferir notas, também na Secretaria da Fazenda do estado da loja, gerar números da sorte, apurar e entregar prêmios.',
        '- Cumprir a lei: prestar contas à Secretaria de Prêmios e Apostas do Ministério da Fazenda e recolher os impostos.',
        '- Evitar fraudes contra você e contra os demais participantes, nosso legítimo interesse.',
        '- Enviar novidades da marca, somente com o seu consentimento: se você marcar essa opção no cadastro.',
      ],
    },
    {
      title: '4. Com quem compartilhamos',
      paragraphs: [
        'Com quem opera a promoção em nosso nome (hospedagem, leitura de notas, entrega de prêmios), com a autoridade que a autorizou e, no caso dos ganhadores, com o público: nome, parte do CPF, cidade e número sorteado. Não vendemos dados.',
      ],
    },
    {
      title: '5. Por quanto tempo guardamos',
      paragraphs: [
        'Os dados de participação ficam guardados até a prestação de contas e pelo prazo que a lei exige depois dela. O consentimento para novidades vale até você retirá-lo. Passados os prazos, os dados são apagados ou tornados anônimos.',
        'De quem pede a exclusão, guardamos sem nome o que a prestação de contas pede. Nome, documento e notas de quem já foi premiado ficam até cinco anos depois do fim da promoção, como comprovante perante o fisco.',
      ],
    },
    {
      title: '6. Seus direitos',
      paragraphs: [
        'Você pode pedir, a qualquer momento: confirmação de que tratamos seus dados, acesso, correção, cópia para levar a outro serviço, eliminação do que não precisamos guardar por lei, informação sobre compartilhamento e retirada do consentimento. Em Perfil você mesmo corrige telefone e outros campos, baixa seus dados, retira consentimentos e exclui seus dados.',
        'Se a resposta não resolver, você pode procurar a Autoridade Nacional de Proteção de Dados (ANPD).',
      ],
    },
    {
      title: '7. Cookies',
      paragraphs: [
        `Um cookie lembra por ${cookiesPolicy19.days} dias que você aceitou os cookies. A sessão de quem entrou fica guardada no próprio aparelho e é apagada em Sair. Ferramentas de medição só são carregadas depois do aceite, que se retira no fim desta página.`,
      ],
    },
  ],
};
