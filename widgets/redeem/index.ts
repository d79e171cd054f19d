import { defineWidget } from '../host/define-widget.ts';
import { frameWidget } from '../host/frame-widget.ts';
import { redeem } from './about.ts';

defineWidget(frameWidget(redeem));
