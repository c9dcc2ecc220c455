import type { FieldValue, FormView } from '../../backend/views';

/** The values of a form's fields, by field key. */
export type FormValues = Readonly<Record<string, FieldValue>>;

/** Default values of a form. */
export function initialValues(form: FormView): FormValues {
  return Object.fromEntries(form.fields.map((field) => [field.key, field.value]));
}

/** The changed values that are still valid options. */
export function validValues(form: FormView, touched: FormValues): FormValues {
  const offered = form.fields.flatMap((field): [string, FieldValue][] => {
    const value = touched[field.key];
    if (value === undefined) return [];
    if (field.field === 'choice') {
      return field.options.some(({ key }) => key === value) ? [[field.key, value]] : [];
    }
    if (field.field === 'several' && Array.isArray(value)) {
      return [[field.key, value.filter((key) => field.options.some((option) => option.key === key))]];
    }
    return [[field.key, value]];
  });
  return Object.fromEntries(offered);
}

/** Validation message of a form; empty if it can be sent. The backend checks everything else. */
export function validationMessage(form: FormView, values: FormValues): string {
  for (const field of form.fields) {
    const value = values[field.key];
    if (field.field !== 'number') continue;
    if (typeof value !== 'number' || !Number.isFinite(value)) return `${field.label}: type a number`;
    if (value < field.min || value > field.max) return `${field.label}: give ${field.min} to ${field.max}`;
  }
  return '';
}
