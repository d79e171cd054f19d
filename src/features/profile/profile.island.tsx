import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { Consumer } from '../../contract/consumer.ts';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { mascotImage } from '../../paths.ts';
import { AdditionalFields } from '../../ui/additional-inputs.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { ErrorSummary, Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { phoneHint, phoneMask } from '../../ui/masks.ts';
import { LoadedView } from '../../ui/outcome.tsx';
import { TextField } from '../../ui/text-field.tsx';
import {
  $profile,
  isUpdateBegun,
  retryProfile,
  startProfile,
  updatableFields,
  updateProfileFormConfig,
} from './profile.store.ts';
import { ProfileDetails, ProfileHead } from './profile-details.tsx';

export function Profile({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(startProfile, []);
  const profile = useStore($profile);
  const [update, setUpdate] = useState<'none' | 'open' | 'saved'>('none');
  const consumer = profile.state === 'known' ? profile.value : null;
  const isKnown = consumer !== null;
  useEffect(() => {
    if (!isKnown || !isUpdateBegun()) return;
    // A dialog that opens by itself gives the focus back to nothing.
    document.querySelector<HTMLElement>('.profile-change button')?.focus();
    setUpdate('open');
  }, [isKnown]);
  return (
    <>
      <ProfileHead consumer={consumer} />
      {update === 'saved' && (
        <p className="message message-success" role="status">
          Dados atualizados com sucesso
        </p>
      )}
      <Content site={site} onChange={() => setUpdate('open')} />
      {update === 'open' && consumer && (
        <UpdateProfileDialog
          campaign={site.campaign}
          consumer={consumer}
          onSaved={() => setUpdate('saved')}
          onClose={() => setUpdate('none')}
        />
      )}
    </>
  );
}

function Content({ site, onChange }: { site: SiteProps; onChange: () => void }) {
  const profile = useStore($profile);
  return (
    <LoadedView of={profile} onRetry={retryProfile} figure={mascotImage('duvida')}>
      {(value) => <ProfileDetails campaign={site.campaign} consumer={value} onChange={onChange} />}
    </LoadedView>
  );
}

interface UpdateProfileDialogProps {
  campaign: Campaign;
  consumer: Consumer;
  onSaved: () => void;
  onClose: () => void;
}

function UpdateProfileDialog({ campaign, consumer, onSaved, onClose }: UpdateProfileDialogProps) {
  const [form] = useState(() => createForm(updateProfileFormConfig(campaign, consumer)));
  const { step } = useStore(form.$step);
  useEffect(() => {
    if (step === 'sent') onSaved();
  }, [step, onSaved]);
  const giveUp = () => {
    form.reset();
    onClose();
  };
  return (
    <Dialog title="Atualização de dados cadastrais" figure={mascotImage('acena')} onClose={giveUp}>
      <Form form={form}>
        <ErrorSummary form={form} />
        <TextField
          form={form}
          name="phone"
          type="tel"
          mask={phoneMask}
          hint={phoneHint}
          autoComplete="tel-national"
        />
        <AdditionalFields form={form} fields={updatableFields(campaign)} />
        <SubmitButton form={form}>Salvar</SubmitButton>
        <FormAlert form={form} />
      </Form>
    </Dialog>
  );
}
