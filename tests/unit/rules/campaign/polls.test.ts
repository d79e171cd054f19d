import { describe, expect, it } from 'vitest';
import {
  type PollQuestion,
  pollAnswers,
  pollViolations,
  questionsOf,
  scores,
} from '../../../../src/rules/campaign/polls.ts';

const questions: PollQuestion[] = [
  { id: 1, type: 'SCORE', options: [] },
  { id: 2, type: 'YES_NO', options: [] },
  { id: 3, type: 'SINGLE_CHOICE', options: [{ value: 'TV' }, { value: 'Amigos' }] },
];

describe('poll', () => {
  it('is complete when every question has an answer that it offers', () => {
    expect(pollViolations(questions, { 1: 10, 2: false, 3: 'TV' })).toEqual([]);
  });

  it('names every question without an answer', () => {
    expect(pollViolations(questions, { 2: true, 3: '' })).toEqual([
      { field: '1', violation: 'REQUIRED' },
      { field: '3', violation: 'REQUIRED' },
    ]);
  });

  it('refuses answers that a question does not offer', () => {
    expect(pollViolations(questions, { 1: 11, 2: 'YES', 3: 'Rádio' })).toEqual([
      { field: '1', violation: 'OPTION' },
      { field: '2', violation: 'OPTION' },
      { field: '3', violation: 'OPTION' },
    ]);
    expect(pollViolations(questions, { 1: 5.5, 2: true, 3: 'TV' })).toEqual([
      { field: '1', violation: 'OPTION' },
    ]);
  });

  it('sends a number, true or false, and the text of the option, but nothing for no answer', () => {
    const items: PollQuestion[] = [...questions, { id: 4, type: 'YES_NO', options: [] }];
    expect(pollAnswers({ items }, { 1: '7', 2: 'true', 3: 'TV', 4: 'false' })).toEqual({
      1: 7,
      2: true,
      3: 'TV',
      4: false,
    });
    expect(pollAnswers({ items }, { 1: '' })).toEqual({});
  });

  it('has its questions in their order', () => {
    const items = [2, 1, 3].map((order) => ({ order }));
    expect(questionsOf({ items }).map(({ order }) => order)).toEqual([1, 2, 3]);
  });

  it('scores from 1 to 10', () => {
    expect(scores).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
