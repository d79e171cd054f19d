import { useStore } from '@nanostores/react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { lookUpAddress } from '../../client/lazy-address-lookup.ts';
import type { Campaign } from '../../contract/campaign.ts';
import type { Consumer } from '../../contract/consumer.ts';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { mascotImage, notLoadedPanel } from '../../paths.ts';
import { AddressFields } from '../../ui/address-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { createForm, type FormStore } from '../../ui/form.ts';
import { ErrorSummary, Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { AdditionalFields, TextField } from '../../ui/inputs.tsx';
import { phoneHint, phoneMask } from '../../ui/masks.ts';
import { FoundPlace, LoadedView } from '../../ui/status.tsx';
import {
  $profile,
  begunChange,
  followProfile,
  forgetClosed,
  isUnsaved,
  type ProfilePart,
  profileAddressFormConfig,
  rememberClosed,
  retryProfile,
  updatableFields,
  updateProfileFormConfig,
} from './profile.store.ts';
import { ProfileDetails, ProfileHead } from './profile-details.tsx';

type Change = ProfilePart | 'none' | 'saved';

export function Profile({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(followProfile, []);
  const profile = useStore($profile);
  const [change, setChange] = useState<Change>('none');
  const consumer = profile.state === 'loaded' ? profile.value : null;
  const isLoaded = consumer !== null;
  const isSaved = change === 'saved';
  useEffect(() => {
    const begun = isLoaded && begunChange();
    if (!begun) return;
    // A dialog that opens by itself gives the focus back to nothing.
    const box = begun === 'data' ? '.profile-change' : '.profile-address';
    document.querySelector<HTMLElement>(`${box} button`)?.focus();
    setChange(begun);
  }, [isLoaded]);
  const open = (part: ProfilePart) => {
    forgetClosed(part);
    setChange(part);
  };
  const close = useCallback((part: ProfilePart) => {
    rememberClosed(part);
    setChange('none');
  }, []);
  return (
    <>
      <ProfileHead consumer={consumer} hasFigure={profile.state !== 'failed'} />
      {/* In the page from the start, so that screen readers announce its text. */}
      <p role="status" className={isSaved ? 'message message-success' : 'visually-hidden'}>
        {isSaved && 'Dados atualizados com sucesso'}
      </p>
      <Content site={site} onChange={open} />
      {change === 'data' && consumer && (
        <UpdateProfileDialog
          campaign={site.campaign}
          consumer={consumer}
          onSaved={() => setChange('saved')}
          onClose={close}
        />
      )}
      {change === 'address' && consumer && (
        <AddressDialog consumer={consumer} onSaved={() => setChange('saved')} onClose={close} />
      )}
    </>
  );
}

interface ContentProps {
  site: SiteProps;
  onChange: (part: ProfilePart) => void;
}

function Content({ site, onChange }: ContentProps) {
  const profile = useStore($profile);
  return (
    <LoadedView loaded={profile} onRetry={retryProfile} panel={notLoadedPanel()}>
      {(value) => <ProfileDetails campaign={site.campaign} consumer={value} onChange={onChange} />}
    </LoadedView>
  );
}

interface ChangeDialogProps {
  consumer: Consumer;
  onSaved: () => void;
  onClose: (part: ProfilePart) => void;
}

function UpdateProfileDialog({
  campaign,
  consumer,
  ...handlers
}: ChangeDialogProps & { campaign: Campaign }) {
  const [form] = useState(() => createForm(updateProfileFormConfig(campaign, consumer)));
  return (
    <ChangeDialog title="Atualização de dados cadastrais" part="data" form={form} {...handlers}>
      <TextField
        form={form}
        name="phone"
        type="tel"
        mask={phoneMask}
        hint={phoneHint}
        autoComplete="tel-national"
      />
      <AdditionalFields form={form} fields={updatableFields(campaign)} />
    </ChangeDialog>
  );
}

function AddressDialog({ consumer, ...handlers }: ChangeDialogProps) {
  const [form] = useState(() => createForm(profileAddressFormConfig(consumer)));
  return (
    <ChangeDialog title="Endereço de entrega" part="address" form={form} {...handlers}>
      <AddressFields form={form} lookUp={lookUpAddress} summary={FoundPlace} />
    </ChangeDialog>
  );
}

interface ChangeFormProps extends Omit<ChangeDialogProps, 'consumer'> {
  title: string;
  part: ProfilePart;
  form: FormStore;
  children: ReactNode;
}

function ChangeDialog({ title, part, form, onSaved, onClose, children }: ChangeFormProps) {
  const { step } = useStore(form.$step);
  useEffect(() => {
    if (step === 'sent') onSaved();
  }, [step, onSaved]);
  const close = useCallback(() => onClose(part), [onClose, part]);
  return (
    <Dialog title={title} figure={mascotImage('acena')} onClose={close}>
      <Form form={form} className="form form-brief">
        <EarlierChanges form={form} part={part} />
        {Object.keys(form.labels).length > 1 && <ErrorSummary form={form} />}
        {children}
        <SubmitButton form={form}>Salvar</SubmitButton>
        <FormAlert form={form} />
      </Form>
    </Dialog>
  );
}

/** Texts of an earlier visit to the dialog look like the saved ones. */
function EarlierChanges({ form, part }: Pick<ChangeFormProps, 'form' | 'part'>) {
  const [isShown, setShown] = useState(() => isUnsaved(part));
  const note = useRef<HTMLParagraphElement>(null);
  const undo = () => {
    const fields = note.current?.closest('form')?.querySelectorAll('input');
    form.reset();
    setShown(false);
    fields?.[0]?.focus();
  };
  if (!isShown) return null;
  return (
    <p className="message message-info" ref={note}>
      Estas mudanças ainda não foram salvas.{' '}
      <button type="button" className="button-link" onClick={undo}>
        Desfazer
      </button>
    </p>
  );
}
