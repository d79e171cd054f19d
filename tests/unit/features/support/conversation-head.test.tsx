import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OpenConversation } from '../../../../src/features/support/conversation.island.tsx';

it.each([
  ['OPEN', [], 'Avisamos quando houver resposta.'],
  ['OPEN', ['AGENT'], 'Respondemos. Se ainda precisar, escreva abaixo.'],
  ['OPEN', ['AGENT', 'CONSUMER'], 'Avisamos quando houver resposta.'],
  ['RESOLVED', ['AGENT'], 'Precisa de algo mais?'],
])('the head of a conversation that is %s, answered by %o, says: %s', (status, authors, text) => {
  const comments = authors.map((userType, minute) => ({
    createdAt: `2026-11-23T12:0${minute}:00Z`,
    userType,
    authorName: null,
    description: 'Texto.',
  }));
  const consumerDetail = { name: 'Joana', description: 'Não abre.' };
  const incident = { id: 1, protocolNumber: '1', status, consumerDetail, comments };
  const page = renderToStaticMarkup(
    <OpenConversation state="open" incident={incident} email="a@b.c" moved={null} token="" />,
  );
  const head = page.match(/support-promise">(.*?)<\/p>/)?.[1];
  const texts = ['Avisamos quando', 'Respondemos.', 'Precisa de algo mais?'];
  expect(head).toContain(text);
  expect(texts.filter((other) => head?.includes(other))).toHaveLength(1);
});
