import { defineWidget } from '../host/define-widget.ts';
import { frameWidget } from '../host/frame-widget.ts';
import { supportForm } from '../widget-attributes.ts';

defineWidget(
  frameWidget({ ...supportForm, fragment: ({ token }) => (token ? `conversa=${token}` : '') }),
);
