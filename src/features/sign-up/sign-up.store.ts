import { isCampaignOver } from '../../client/campaign-over.ts';
import { readCredentials } from '../../client/credentials.ts';
import { draftOf } from '../../client/draft.ts';
import type { Outcome } from '../../client/outcome.ts';
import type { PostalAnswer } from '../../client/postal-code.ts';
import { problemLines } from '../../client/problem-lines.ts';
import { environment, type SiteProps } from '../../environment.ts';
import { isInactive } from '../../rules/campaign-phase.ts';
import { consumerTypeOf, formField, wireValues } from './consumer-values.ts';
import type { Destination } from './register.store.ts';
import { landingLabels } from './sign-up-labels.ts';
import { type SignUpValues, signUpFaults } from './sign-up-values.ts';

interface SignUpForm {
  id: string;
  labels: Readonly<Record<string, string>>;
  /** Name of its draft; forms that ask the same may share one. */
  draft: string;
  /** Called once the person is signed in; where they go next, null when the form sees to it. */
  welcome(values: SignUpValues): Promise<Destination | null>;
}

/** What the three sign-up forms share, as a recipe for `ui/form.ts`. */
export function signUpRecipe({ campaign }: SiteProps, { id, labels, draft, welcome }: SignUpForm) {
  const typeOf = (values: SignUpValues) => consumerTypeOf(campaign, values);
  return {
    id,
    labels,
    secret: ['password'],
    draft: draftOf(draft),
    check(values: SignUpValues): Record<string, string> {
      const type = typeOf(values);
      const faults = signUpFaults(campaign, type, wireValues(type, values), environment().now());
      return Object.fromEntries(
        Object.entries(faults).map(([field, sentence]) => [formField(type, field), sentence]),
      );
    },
    async send(values: SignUpValues): Promise<Outcome<null>> {
      const { register } = await import('./register.store.ts');
      const type = typeOf(values);
      const outcome = await register(type, wireValues(type, values), () => welcome(values));
      if (outcome.ok) return outcome;
      const fields = outcome.refusal.fields.map(({ field, message }) => ({
        field: formField(type, field),
        message,
      }));
      return { ok: false, refusal: { ...outcome.refusal, fields } };
    },
    explain(problem: unknown): string[] {
      if (!isCampaignOver(problem)) return problemLines(problem, labels);
      environment().navigate('#encerrada');
      return [];
    },
  };
}

/** The landing form: one step, for persons (specification, section 2); no poll follows (LAND-08). */
export function landingRecipe(site: SiteProps) {
  return signUpRecipe(site, {
    id: 'cadastro',
    labels: landingLabels(site.campaign),
    draft: 'cadastro',
    welcome: async () => ['/nova-nota'],
  });
}

/** No sign-up for this visitor: signed in already, or nobody may register (HOME-07, PHASE-06). */
export function isSignUpShut(): boolean {
  const { site, phase, debug } = environment();
  const locked = isInactive(phase()) && !debug();
  return locked || !site.hotsite.registration.enabled || readCredentials() !== null;
}

export async function lookUpAddress(postcode: string): Promise<PostalAnswer> {
  try {
    const { lookUpPostcode } = await import('../../client/postal-code.ts');
    return await lookUpPostcode(postcode);
  } catch (failure) {
    environment().report(failure);
    return { state: 'unavailable' };
  }
}

/** At the first touch of the form: what sending will need, and the bot check (CHECK-01). */
export function warmUp(): void {
  const { botToken, track, report } = environment();
  import('./register.store.ts').catch(report);
  void botToken('preload');
  void track('sign_up_start');
}
