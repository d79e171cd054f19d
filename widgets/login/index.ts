import { loginForm } from '../attributes.ts';
import { defineWidget } from '../host/define-widget.ts';
import { frameWidget } from '../host/frame-widget.ts';
import { pageOrFrame } from '../host/page-or-frame.ts';

defineWidget(pageOrFrame(frameWidget(loginForm)));
