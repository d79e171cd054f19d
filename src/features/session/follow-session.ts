import { $subject } from '../../client/credentials.ts';
import { watchSession } from './session.store.ts';

// Content pages import this on demand; importing the store itself would add the bundler's runtime.
watchSession();
// An open page holds the former user's data, and would act on the new one's account.
$subject.listen((subject, former) => {
  if (subject && former) window.location.reload();
});
