import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ShownConversation } from '../../../../src/features/support/conversation.island.tsx';

function conversation(status: string, authors: readonly string[]): string {
  const comments = authors.map((userType, minute) => ({
    createdAt: `2026-11-23T12:0${minute}:00Z`,
    userType,
    authorName: null,
    description: 'Texto.',
  }));
  const consumerDetail = { name: 'Joana', description: 'Não abre.' };
  const incident = { id: 1, protocolNumber: '1', status, consumerDetail, comments };
  return renderToStaticMarkup(
    <ShownConversation
      state="shown"
      incident={incident}
      email="a@b.c"
      unsentBecause={null}
      token=""
    />,
  );
}

it.each([
  ['OPEN', [], 'Enquanto a resposta não chega, '],
  ['OPEN', ['AGENT'], 'Já respondemos. Se\u00a0precisar, escreva de\u00a0novo.'],
  ['OPEN', ['AGENT', 'CONSUMER'], 'Enquanto a resposta não chega, '],
  ['RESOLVED', ['AGENT'], 'Precisa de algo mais?'],
])('the head of a conversation that is %s, answered by %o, says: %s', (status, authors, text) => {
  const head = conversation(status, authors).match(/support-promise">(.*?)<\/p>/)?.[1];
  const texts = ['Enquanto a resposta', 'Já respondemos.', 'Precisa de algo mais?'];
  expect(head).toContain(text);
  expect(texts.filter((other) => head?.includes(other))).toHaveLength(1);
});

it.each([
  ['OPEN', ['AGENT', 'CONSUMER'], 3, true],
  ['OPEN', ['AGENT'], 2, false],
  ['RESOLVED', ['AGENT'], 2, false],
])(
  'the thread of a conversation that is %s, answered by %o, has messages alone; below it a note says that they came',
  (status, authors, count, isNoted) => {
    const [thread = '', below = ''] = conversation(status, authors).split('</ol>');
    expect(thread.match(/<li[ >]/g)).toHaveLength(count);
    expect(thread).not.toContain('Recebemos a sua mensagem');
    expect(below.match(/<div role="status">(.*?)<\/div>/)?.[1] !== '').toBe(isNoted);
    expect(below.includes('Recebemos a sua mensagem')).toBe(isNoted);
  },
);
