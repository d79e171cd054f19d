import { defineWidget } from '../host/define-widget.ts';
import { frameWidget } from '../host/frame-widget.ts';
import { support } from './config.ts';

defineWidget(
  frameWidget({ ...support, fragment: ({ token }) => (token ? `conversa=${token}` : '') }),
);
