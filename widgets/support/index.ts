import { conversationFragment } from '../../src/paths.ts';
import { supportForm } from '../attributes.ts';
import { defineWidget } from '../host/define-widget.ts';
import { frameWidget } from '../host/frame-widget.ts';

defineWidget(frameWidget({ ...supportForm, fragment: ({ token }) => conversationFragment(token) }));
