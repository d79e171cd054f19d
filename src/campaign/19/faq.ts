import type { FaqItem } from '../../contract/campaign.ts';

const groups: [group: string, answers: [question: string, answer: string][]][] = [
  [
    'Para participar',
    [
      [
        'Quem pode participar?',
        'Pessoas físicas com 18 anos ou mais que moram no Paraná, em Santa Catarina ou no Rio Grande do Sul. Cada CPF faz um único cadastro e pode enviar quantas notas quiser.',
      ],
      [
        'Como participo?',
        'Compre R$ 10,00 ou mais em produtos Brisal na mesma nota, faça seu cadastro no site e envie a foto ou o PDF do cupom fiscal. A leitura é automática; se algum dado não for lido, você completa à mão.',
      ],
      [
        'Quais produtos participam?',
        'Toda a linha Brisal que aparece em Produtos participantes, na página inicial: cremes dentais, gel infantil, kits, enxaguante e escova. As redes que vendem a linha estão em Onde comprar.',
      ],
      [
        'Quantas notas posso enviar por dia?',
        'Quantas quiser, uma vez cada. Até 10 notas por dia, e até 3 da mesma loja no mesmo dia, valem assim que são enviadas; as outras esperam a conferência da nossa equipe antes de gerar números e concorrer.',
      ],
    ],
  ],
  [
    'Números da sorte e prêmios',
    [
      [
        'Como ganho números da sorte?',
        'Cada nota com R$ 10,00 ou mais em produtos participantes vale 1 número da sorte. Se a compra tem o Creme dental Carvão Ativado, você ganha mais 10 números na mesma nota.',
      ],
      [
        'Como funciona o prêmio na hora?',
        'Cada nota enviada dá uma chance. São 500 cartões-presente de R$ 100, com dia e hora sorteados antes do início da promoção e guardados em sigilo. A primeira nota enviada a partir do momento de um prêmio leva o cartão. O resultado aparece na tela logo após o envio. Cada CPF pode ganhar um prêmio na hora.',
      ],
      [
        'Como é o sorteio final?',
        'O sorteio usa os números da extração da Loteria Federal. Quem tiver o número da sorte apurado ganha 1 ano de mercado grátis: R$ 12.000,00 em cartão-presente de supermercado. A data está no regulamento.',
      ],
      [
        'Como sei que ninguém mexe nos números e nos prêmios?',
        'Tudo o que decide quem ganha é travado antes do início e publicado na página Transparência, no rodapé. Lá qualquer pessoa confere os números distribuídos, os prêmios na hora e, depois da extração, refaz o sorteio.',
      ],
    ],
  ],
  [
    'A sua nota',
    [
      [
        'Quais arquivos posso enviar?',
        'Fotos em JPG ou PNG e arquivos PDF de até 5MB. Fotografe a nota inteira, sem dobras, com boa luz e com o QR Code à vista.',
      ],
      [
        'O que é o Código da Nota?',
        'É o número do cupom fiscal, ou a chave de acesso de 44 caracteres impressa perto do QR Code. Em geral o site lê esse código da sua foto.',
      ],
      [
        'Minha nota está em moderação. O que isso quer dizer?',
        'Nossa equipe confere a imagem e os dados da compra. Isso leva até 3 dias úteis. Se precisarmos de uma foto melhor, a opção Enviar nova nota aparece em Minhas notas.',
      ],
      [
        'Por que minha nota foi reprovada?',
        'O motivo aparece no cartão da nota, em Minhas notas. Os mais comuns são imagem ilegível, compra fora do período, nota sem produto participante e nota já enviada. Ficou com dúvida? Escreva em Fale conosco.',
      ],
      [
        'Preciso guardar o cupom fiscal?',
        'Sim. Guarde a nota original até a entrega dos prêmios, que vem depois do fim da promoção: ela será pedida a quem ganhar.',
      ],
    ],
  ],
  [
    'Sua conta e seus dados',
    [
      [
        'Esqueci minha senha. E agora?',
        'Em Entrar, toque em Esqueceu sua senha? e informe seu e-mail. Você recebe as instruções para criar uma nova senha.',
      ],
      [
        'Como meus dados são usados?',
        'Só para a promoção: cadastro, conferência das notas, sorteio, entrega dos prêmios e prestação de contas à autoridade. Os detalhes e os seus direitos estão na política de privacidade.',
      ],
    ],
  ],
];

export const faq19: FaqItem[] = groups
  .flatMap(([group, answers]) => answers.map(([question, answer]) => ({ group, question, answer })))
  .map((item, index) => ({ questionOrder: index + 1, ...item }));
