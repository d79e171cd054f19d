import type { Poll } from '../../contract/polls.ts';

export const polls19: Poll[] = [
  {
    id: 31,
    title: 'Conte um pouco sobre você',
    moment: 'AFTER_CONSUMER_REGISTER',
    items: [
      {
        id: 311,
        question: 'Como você conheceu a promoção?',
        order: 1,
        type: 'SINGLE_CHOICE',
        options: ['No mercado', 'Na internet', 'Por um amigo'].map((value, id) => ({ id, value })),
      },
      { id: 312, question: 'Você já usava Brisal?', order: 2, type: 'YES_NO', options: [] },
    ],
  },
  {
    id: 32,
    title: 'O que achou da promoção?',
    moment: 'AFTER_COUPON_REGISTER',
    items: [
      {
        id: 321,
        question: 'Que nota você dá ao envio da nota?',
        order: 1,
        type: 'SCORE',
        options: [],
      },
      { id: 322, question: 'Você indicaria a promoção?', order: 2, type: 'YES_NO', options: [] },
    ],
  },
];
