import { defineWidget } from '../host/define-widget.ts';
import { frameWidget } from '../host/frame-widget.ts';
import { redeemForm } from '../widget-attributes.ts';

defineWidget(frameWidget(redeemForm));
