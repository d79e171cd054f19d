/** Whether a call was refused because the campaign has ended meanwhile. */
export function isCampaignOver(problem: unknown): boolean {
  return (
    typeof problem === 'object' &&
    problem !== null &&
    'code' in problem &&
    problem.code === 'CAMPAIGN_OVER'
  );
}
