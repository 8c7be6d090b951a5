"""From a storyboard to a film: plan, shoot, cut, publish."""
