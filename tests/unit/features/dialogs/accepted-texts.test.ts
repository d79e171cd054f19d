import { beforeAll, describe, expect, it } from 'vitest';
import type { Hotsite } from '../../../../src/contract/hotsite.ts';
import {
  $acceptedTexts,
  loadAcceptedTexts,
  textsOf,
} from '../../../../src/features/dialogs/accepted-texts.store.ts';
import { privacyPath, regulationPath } from '../../../../src/paths.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { openHost } from '../../../support/site-environment.ts';

const gateway = await gatewayOfFile();

beforeAll(async () => {
  openHost(gateway);
  await loadAcceptedTexts();
});

function loadedHotsite(): Hotsite {
  const loaded = $acceptedTexts.get();
  if (loaded.state !== 'loaded') throw new Error(loaded.state);
  return loaded.value;
}

describe('the texts that a consent names', () => {
  it('are distinguished by what they regulate, and begin with a summary', () => {
    const texts = textsOf(regulationPath, loadedHotsite());
    expect(texts.map(({ name }) => name)).toEqual(['Sorteio', 'Prêmio na hora']);
    for (const { summary, text } of texts) {
      expect(summary.length).toBeGreaterThan(2);
      expect(text.sections.length).toBeGreaterThan(2);
    }
  });

  it('begin with a summary too if it is the privacy policy', () => {
    const [policy, ...others] = textsOf(privacyPath, loadedHotsite());
    expect(policy).toMatchObject({ name: 'Política de privacidade' });
    expect(policy?.summary).toContain(
      '**Não vendemos dados.** De quem ganha aparecem nome, parte do CPF, cidade e número sorteado.',
    );
    expect(others).toEqual([]);
  });
});
