import type { Campaign } from '../../contract/campaign.ts';
import { environment } from '../../environment.ts';
import { parameter } from '../../rules/parameters.ts';

/**
 * The texts that the required opt-in speaks of, to read before it is ticked. They open in another
 * tab, so that nothing typed is lost, and stand beside the label: pressing one ticks nothing.
 */
export function AcceptedTexts({ campaign }: { campaign: Campaign }) {
  const privacy = parameter(campaign, 'PRIVACY_POLICY_URL');
  return (
    <ul className="accepted-texts">
      <TextLink path="/regulamento">Ler o regulamento</TextLink>
      {privacy && <TextLink path={privacy}>Ler a política de privacidade</TextLink>}
    </ul>
  );
}

function TextLink({ path, children }: { path: string; children: string }) {
  return (
    <li>
      <a href={environment().pageUrl(path)} target="_blank" rel="noopener">
        {children}
      </a>
    </li>
  );
}
