"""What scenes are drawn with: theme, typesetting, planes, arrows, read-outs, layout, StoryScene."""
