import { useStore } from '@nanostores/react';
import { atom, type ReadableAtom } from 'nanostores';
import { type ComponentType, useEffect, useState } from 'react';
import { violationMessage } from '../rules/messages/field-messages.ts';
import type { FoundAddress } from '../rules/people/address.ts';
import type { LookupStep } from './fill-address.ts';
import type { FormStore } from './form.ts';
import { TextField } from './inputs.tsx';
import { LiveRegion } from './loading.tsx';
import { postalCodeMask } from './masks.ts';

export interface FoundAddressProps {
  form: FormStore;
  hasStreet: boolean;
}

interface AddressFieldsProps {
  form: FormStore;
  /** Must not change between renders. */
  lookUp: (postalCode: string) => Promise<FoundAddress>;
  /** Takes the place of street, city and state once the look-up found them. */
  summary?: ComponentType<FoundAddressProps>;
}

export function AddressFields({ form, lookUp, summary: Summary }: AddressFieldsProps) {
  const step = useLookup(form, lookUp);
  const isLocked = (name: string) => step.step === 'found' && step.locked.includes(name);
  const isFound = step.step === 'found';
  const canType = step.step === 'unavailable';
  const field = (name: string) => ({ form, name: `address.${name}`, readOnly: isLocked(name) });
  return (
    <>
      <TextField
        form={form}
        name="address.postcode"
        mask={postalCodeMask}
        autoComplete="postal-code"
        hint={canType && notice(step)}
      />
      <LiveRegion text={notice(step)} />
      {isFound && Summary && <Summary form={form} hasStreet={isLocked('street')} />}
      {!(Summary && isLocked('street')) && (
        <TextField {...field('street')} autoComplete="address-line1" />
      )}
      <div className="form-pair">
        <TextField {...field('number')} />
        <TextField {...field('complement')} optional />
      </div>
      <TextField {...field('district')} />
      {!(isFound && Summary) && (
        <div className="form-pair">
          <TextField {...field('city')} readOnly={!canType} autoComplete="address-level2" />
          <TextField
            {...field('state')}
            readOnly={!canType}
            autoComplete="address-level1"
            maxLength={2}
          />
        </div>
      )}
    </>
  );
}

function notice(lookup: LookupStep): string {
  switch (lookup.step) {
    case 'waiting':
      return '';
    case 'looking':
      return 'Procurando o endereço…';
    case 'not-found':
      return violationMessage('POSTCODE');
    case 'found':
      return lookup.locked.includes('street')
        ? 'Endereço preenchido.'
        : 'Cidade e estado preenchidos. Digite o resto.';
    case 'unavailable':
      return 'Não foi possível consultar o CEP. Digite o endereço.';
    default:
      return lookup satisfies never;
  }
}

const $waiting: ReadableAtom<LookupStep> = atom({ step: 'waiting' });
const $unavailable: ReadableAtom<LookupStep> = atom({ step: 'unavailable' });

function useLookup(form: FormStore, lookUp: AddressFieldsProps['lookUp']): LookupStep {
  const [$step, setSource] = useState($waiting);
  useEffect(() => {
    let isUnmounted = false;
    let stop = form.$values.listen(() => void start());
    const start = () => load().catch(() => setSource($unavailable));
    async function load() {
      if (!form.$values.get()['address.postcode']) return;
      stop();
      const { watchPostalCode } = await import('./fill-address.ts');
      if (isUnmounted) return;
      const lookup = watchPostalCode(form, lookUp);
      stop = lookup.end;
      setSource(lookup.$step);
    }
    void start();
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [form, lookUp]);
  return useStore($step);
}
