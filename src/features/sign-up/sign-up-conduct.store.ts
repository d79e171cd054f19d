import { errorMessages, isCampaignOver } from '../../client/result.ts';
import type { Result } from '../../contract/errors.ts';
import { environment, type SiteProps } from '../../environment.ts';
import { consumerTypeOf } from './consumer-type.ts';
import { type Redirect, register } from './register.store.ts';
import { type SignUpValues, signUpFaults } from './sign-up-values.ts';
import { formField, wireValues } from './wire-values.ts';

/**
 * What the sign-up forms share of checking and sending, as `ui/form.ts` takes it.
 * @param welcome called once the person is signed in; where they go next, null when the form sees to it
 */
export function signUpConduct(
  { campaign }: SiteProps,
  labels: Readonly<Record<string, string>>,
  welcome: (values: SignUpValues) => Promise<Redirect | null>,
) {
  const typeOf = (values: SignUpValues) => consumerTypeOf(campaign, values);
  return {
    validate(values: SignUpValues): Record<string, string> {
      const type = typeOf(values);
      const faults = signUpFaults(campaign, type, wireValues(type, values), environment().now());
      return Object.fromEntries(
        Object.entries(faults).map(([field, sentence]) => [formField(type, field), sentence]),
      );
    },
    async submit(values: SignUpValues): Promise<Result<null>> {
      const type = typeOf(values);
      const outcome = await register(type, wireValues(type, values), () => welcome(values));
      if (outcome.ok) return outcome;
      const fields = outcome.error.fields.map(({ field, message }) => ({
        field: formField(type, field),
        message,
      }));
      return { ok: false, error: { ...outcome.error, fields } };
    },
    explain(problem: unknown): string[] {
      if (!isCampaignOver(problem)) return errorMessages(problem, labels);
      environment().navigate('#encerrada');
      return [];
    },
  };
}
