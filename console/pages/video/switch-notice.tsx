/** Lists the values that the new model does not support, with an undo. */
import { Undo2, X } from '../../icons/icons.ts';
import type { DroppedValue } from '../../forms/field-values.ts';
import { useParameterNames } from '../../forms/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import type { ModelSwitch } from './use-video-form.ts';
import { videoMessages } from './messages.ts';

export function SwitchNotice({
  modelSwitch,
  onDismiss,
}: {
  readonly modelSwitch: ModelSwitch;
  readonly onDismiss: () => void;
}) {
  const t = useMessages(videoMessages);
  const { parameterName, formatParameter } = useParameterNames();
  const { model, droppedValues, rejectedCount, undo } = modelSwitch;
  const droppedMessage = ({ name, value, reason }: DroppedValue) =>
    reason === 'not taken'
      ? parameterName(name)
      : t.parameterValue(parameterName(name), formatParameter(name, value));
  return (
    <div role="status" className="flex items-start gap-2 rounded-md border border-warn p-2.5 text-sm">
      <ul className="min-w-0 flex-1">
        {droppedValues.map(value => (
          <li key={value.name}>{t.notAvailable(droppedMessage(value), model.name)}</li>
        ))}
        {rejectedCount > 0 && <li>{t.someLeft(rejectedCount, model.name)}</li>}
      </ul>
      <Button size="s" icon={Undo2} onClick={undo}>
        {t.undo}
      </Button>
      <IconButton size="s" icon={X} label={t.dismiss} onClick={onDismiss} />
    </div>
  );
}
